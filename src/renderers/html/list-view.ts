/** A list on a page: its filters, its rows, the way to the next ones. */

import type { Operation } from '../../contract/contract.js';
import type { Specification } from '../../contract/specification.js';
import type { ApiRequest } from '../../pipeline/api-request.js';
import { filterView, isFiltered, isSearched } from './filter-view.js';
import { type Content, type Html, html } from './html.js';
import type { LinkOf } from './json-view.js';
import { itemProperties } from './links.js';
import { pagesView } from './pages-view.js';
import { type Row, rowsView } from './rows-view.js';
import { shownMethod } from './shown-method.js';

/** Of a list that has no slices; JSON has them all. */
const MOST_ITEMS = 200;

/** A streamed list, as far as a page shows it, and one more. */
export async function collect(data: unknown): Promise<unknown> {
  if (typeof data !== 'object' || data === null || !(Symbol.asyncIterator in data)) return data;
  const items: unknown[] = [];
  for await (const batch of data as AsyncIterable<readonly unknown[]>) {
    items.push(...batch);
    if (items.length > MOST_ITEMS) break;
  }
  return items.slice(0, MOST_ITEMS + 1);
}

export function listView(
  body: unknown,
  request: ApiRequest,
  specification: Specification,
  linkOf: LinkOf,
): Content {
  const { ctx, query } = request;
  const operation = request.endpoint?.operations.get('get');
  const row = operation && rowOf(operation, specification);
  if (!row || shownMethod(request) !== 'GET' || (ctx.status !== 200 && ctx.status !== 400)) return false;
  const errors = ctx.status === 400 ? (body as Record<string, unknown>) : {};
  const filter = filterView(operation, specification, ctx.path, query, errors);
  if (!Array.isArray(body)) return filter;
  if (body.length === 0) {
    return [filter, isFiltered(operation, query) ? noMatchView(operation, query) : emptyView(request)];
  }
  const isCut = body.length > MOST_ITEMS;
  return [
    filter,
    rowsView(isCut ? body.slice(0, MOST_ITEMS) : body, row, linkOf),
    isCut && html`<p class="hint">The first ${MOST_ITEMS}; JSON has them all.</p>`,
    pagesView(request),
  ];
}

/** Says why a search may find less than was hoped for. */
function noMatchView(operation: Operation, query: URLSearchParams): Html {
  const hint =
    isSearched(operation, query) && ' A search finds whole words, and all of them have to be there.';
  return html`<p class="empty">Nothing matches.${hint}</p>`;
}

/** Says how to make the first one. */
function emptyView({ endpoint, user }: ApiRequest): Html {
  const how = !user ? 'Log in to create the first one.' : 'Create the first one with the form below.';
  return html`<p class="empty">Nothing here yet.${endpoint?.operations.has('post') && ` ${how}`}</p>`;
}

/** Which members name and describe an item: `x-row` on the properties. */
function rowOf({ output }: Operation, specification: Specification): Row | undefined {
  const properties = output?.type === 'array' ? Object.entries(itemProperties(output, specification)) : [];
  const members = (role: string) =>
    properties.flatMap(([name, property]) => (property['x-row'] === role ? [name] : []));
  const row = { name: members('name'), details: members('detail') };
  return row.name.length > 0 ? row : undefined;
}
