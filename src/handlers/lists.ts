/** What the handlers of lists share between requests. */
import type { HandlerResponse } from '#generated/server/handlers.gen.js';
import type { HandledRequest } from '../pipeline/respond.js';
import { makeEncodeList } from '../renderers/encoded-list.js';
import { makeShareRuns } from '../scheduling/share-runs.js';
import { type Batches, itemsOf } from '../store/batches.js';

type ListRequest = Pick<HandledRequest, 'request' | 'renderer'>;

export type Lists = ReturnType<typeof makeLists>;

export function makeLists() {
  return {
    snippets: makeShareRuns<HandlerResponse<'listSnippets'>>(),
    users: makeShareRuns<HandlerResponse<'listUsers'>>(),
    user: makeShareRuns<HandlerResponse<'getUser'>>(),
    encode: makeEncodeList(),
  };
}

/** HEAD needs to know that the store answers, not what it holds. HEAD of a page renders the page to learn its length. */
export function isBare({ request, renderer }: ListRequest): boolean {
  return request.method === 'HEAD' && renderer.pageSize === undefined;
}

/** A page shows the items and has no use for JSON. */
export async function bodyOf<Item, Place>(
  items: Batches<Item, Place>,
  { lists, renderer }: ListRequest & { readonly lists: Lists },
): Promise<AsyncIterable<readonly Item[]>> {
  return renderer.pageSize === undefined ? lists.encode(items) : itemsOf(items);
}

/** A stream, so that the answer to HEAD has no `Content-Length` of an empty list. */
export async function* noItems(): AsyncGenerator<never[]> {}
