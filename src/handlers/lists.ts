/** What the handlers of lists share between requests. */
import type { HandlerResponse } from '#generated/server/handlers.gen.js';
import { makeEncodeList } from '../pipeline/encoded-list.js';
import type { NegotiatedRequest } from '../pipeline/phases.js';
import { makeShareRuns } from '../scheduling/share-runs.js';
import { type Batches, itemsOf } from '../store/batches.js';

type ListRequest = Pick<NegotiatedRequest, 'method' | 'renderer'>;

export type Lists = ReturnType<typeof makeLists>;

export function makeLists() {
  return {
    snippets: makeShareRuns<HandlerResponse<'listSnippets'>>(),
    users: makeShareRuns<HandlerResponse<'listUsers'>>(),
    user: makeShareRuns<HandlerResponse<'getUser'>>(),
    encode: makeEncodeList(),
  };
}

/** HEAD needs to know that the store answers, not what it holds; a page is made for its length. */
export function isBare({ method, renderer }: ListRequest): boolean {
  return method === 'HEAD' && renderer.pageSize === undefined;
}

/** A page shows the items and has no use for JSON. */
export async function bodyOf<Item, Place>(
  items: Batches<Item, Place>,
  { lists, request }: { readonly lists: Lists; readonly request: ListRequest },
): Promise<AsyncIterable<readonly Item[]>> {
  return request.renderer.pageSize === undefined ? lists.encode(items) : itemsOf(items);
}

/** A stream, so that the answer to HEAD has no `Content-Length` of an empty list. */
export async function* noItems(): AsyncGenerator<never[]> {}
