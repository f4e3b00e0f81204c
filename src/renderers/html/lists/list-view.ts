/** A list on a page: its filters, its rows, and the link to the next slice. */

import type { Operation } from '../../../contract/contract.js';
import type { Specification } from '../../../contract/specification.js';
import type { FindPath } from '../../../pipeline/routing/locate.js';
import { type Content, type Html, html } from '../html.js';
import type { PageRequest } from '../page-request.js';
import type { LinkOf } from '../records/links.js';
import { headingOf, labelsOf, rowOf } from '../records/names.js';
import { filterView, isFiltered, soughtIn } from './filter-view.js';
import { currentOrder, orderView, pagesView } from './list-links.js';
import { makeMarker } from './mark-words.js';
import { rowsView } from './rows-view.js';

/** The most items of a list without slices. */
const MOST_ITEMS = 200;

/**
 * Reads the items of a streamed list that a page shows, and one more to tell whether there are others.
 *
 * @param signal aborted when nobody waits for the page any more
 */
export async function collect(data: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  if (typeof data !== 'object' || data === null || !(Symbol.asyncIterator in data)) return data;
  const items: unknown[] = [];
  for await (const batch of data as AsyncIterable<readonly unknown[]>) {
    signal?.throwIfAborted();
    items.push(...batch);
    if (items.length > MOST_ITEMS) break;
  }
  return items.slice(0, MOST_ITEMS + 1);
}

export function listView(
  body: unknown,
  request: PageRequest,
  specification: Specification,
  linkOf: LinkOf,
  { findPath }: { findPath: FindPath },
): Content {
  const { method, query, endpoint, answer } = request;
  const operation = endpoint?.operations.get('get');
  const isShown = method === 'GET' && (answer.status === 200 || answer.status === 400);
  if (!endpoint || operation?.output?.type !== 'array' || !isShown) return false;
  const row = rowOf(endpoint, specification);
  if (row.name.length === 0) return false;
  const errors = answer.status === 400 ? (body as Record<string, unknown>) : {};
  const filter = [
    filterView(endpoint, operation, specification, request, errors),
    orderView(operation, request, Array.isArray(body) ? body.length : undefined),
  ];
  if (!Array.isArray(body)) return filter;
  if (body.length === 0) {
    const empty = isFiltered(operation, query) ? noMatchView(operation, query) : emptyView(request);
    return [filter, results(empty)];
  }
  const isCut = body.length > MOST_ITEMS;
  const headingAt = (path: string) => {
    const found = findPath(path);
    return found ? headingOf(found.endpoint, found.pathParameters) : path;
  };
  return [
    filter,
    results([
      rowsView({
        items: isCut ? body.slice(0, MOST_ITEMS) : body,
        row,
        linkOf,
        headingAt,
        mark: makeMarker(soughtIn(operation, query)),
        labelOf: labelsOf(operation, specification),
      }),
      isCut && html`<p class="hint">The first ${MOST_ITEMS} items. The JSON answer has all of them.</p>`,
      pagesView(request, currentOrder(operation, query)),
    ]),
  ];
}

/** What a script replaces while a search is typed. */
const results = (content: Content) => html`<div id="results">${content}</div>`;

/** Explains what a search finds. */
function noMatchView(operation: Operation, query: URLSearchParams): Html {
  const hint =
    soughtIn(operation, query) !== '' &&
    ' A word finds the beginnings of words and of the parts of names: “por” finds “detectPort”. All words must be found.';
  return html`<p class="empty">Nothing matches.${hint}</p>`;
}

/** Explains how to create the first item. */
function emptyView({ endpoint, user }: PageRequest): Html {
  const how = !user ? 'Log in to create the first one.' : 'Create the first one with the button above.';
  return html`<p class="empty">Nothing here yet.${endpoint?.operations.has('post') && ` ${how}`}</p>`;
}
