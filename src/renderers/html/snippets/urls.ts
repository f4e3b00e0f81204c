/** The URLs of lists of snippets, and of the form for a new one. */
import type { ApiRequest } from '../../../http/api-request.js';
import type { Url } from '../../../pipeline/static-routes.js';

type Filters = Readonly<Partial<Record<'q' | 'owner' | 'language' | 'order' | 'after' | 'limit', string>>>;

/** Links of pages open the newest first. */
export function listUrl(url: Url, filters: Filters = {}): string {
  return `${url('snippets:list')}?${new URLSearchParams({ ...filters, order: filters.order ?? '-created' })}`;
}

/** In the query of the list, it asks for the page with the form. Programs get the list. */
const NEW = 'new';

export const newUrl = (url: Url): string => `${url('snippets:list')}?${NEW}`;

export const isNew = ({ query, found }: ApiRequest): boolean =>
  found.endpoint?.name === 'snippets:list' && query.has(NEW);
