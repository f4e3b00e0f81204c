/** The URLs of lists of snippets, and of the form for a new one. */
import type { Url } from '../../../http/urls.js';
import type { Asked } from '../shown.js';

type Filters = Readonly<Partial<Record<'q' | 'owner' | 'language' | 'order' | 'after' | 'limit', string>>>;

/** Links of pages open the newest first. */
export function listUrl(url: Url, filters: Filters = {}): string {
  return `${url('snippets:list')}?${new URLSearchParams({ ...filters, order: filters.order ?? '-created' })}`;
}

/** In the query of the list, it asks for the page with the form. Programs get the list. */
const NEW = 'new';

export const newUrl = (url: Url): string => `${url('snippets:list')}?${NEW}`;

export const isNew = ({ request, endpoint }: Asked): boolean =>
  endpoint?.name === 'snippets:list' && request.query.has(NEW);
