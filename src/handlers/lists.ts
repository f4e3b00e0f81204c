/** What the handlers of lists share between requests. */

import type { Handled } from '../http/route.js';
import { senderOf } from '../http/sender.js';
import type { Metrics } from '../observability/metrics.js';
import { type EncodeList, makeEncodeList } from '../renderers/json.js';
import { type FairLimit, makeFairLimit } from '../scheduling/fair-limit.js';
import { type FairRuns, makeFairRuns } from '../scheduling/fair-runs.js';
import { type Batches, itemsOf } from '../store/batches.js';

type ListRequest = Pick<Handled, 'route' | 'request' | 'caller' | 'renderer'>;
type WithLists = ListRequest & { readonly lists: Lists };

export interface Lists {
  readonly runs: FairRuns<unknown>;
  readonly encode: EncodeList;
}

/** The one limit of lists, searches and pages, which are expensive to read or to render. */
export function limitReads({ queues }: Pick<Metrics, 'queues'>): FairLimit {
  // Of one sender fewer at once, so that the others find a place although the store is slow.
  const limit = makeFairLimit({ concurrency: 8, mostOfASender: 6, capacity: 256 });
  queues.set('reads', () => limit.waiting);
  return limit;
}

export function makeLists(limit: FairLimit): Lists {
  return { runs: makeFairRuns<unknown>(limit), encode: makeEncodeList() };
}

/**
 * Requests for the same list share one run: only for lists that depend on nothing else than the query and who asks.
 *
 * @param query what the answer depends on, beside path, method, page size and who asks
 * @param read gets a signal that is aborted when nobody waits for the answer any more
 */
export function shareList<Answer>(
  query: object,
  context: WithLists,
  read: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const { route, request, renderer, lists } = context;
  const key = JSON.stringify([
    route.endpoint.name,
    request.method,
    renderer.pageSize,
    query,
    viewerOf(context),
  ]);
  // The key names the endpoint and its method, which have one handler: all runs under it have the same type.
  return lists.runs(key, askerOf(context), read) as Promise<Answer>;
}

/** A list that may depend on who asks: each request has a run of its own. */
export function ownList<Answer>(
  context: Pick<WithLists, 'request' | 'caller' | 'lists'>,
  read: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  return context.lists.runs(Symbol(), askerOf(context), read) as Promise<Answer>;
}

/** The id of who asks, who alone sees their private records; null: nobody is known. */
export const viewerOf = ({ caller }: Pick<ListRequest, 'caller'>): number | null => caller.user?.id ?? null;

const askerOf = (context: Pick<ListRequest, 'request' | 'caller'>) => ({
  sender: senderOf(context),
  signal: context.request.signal,
});

/** HEAD needs to know that the store answers, not what it holds. HEAD of a page renders it to learn its length. */
export function isBare({ request, renderer }: Pick<ListRequest, 'request' | 'renderer'>): boolean {
  return request.method === 'HEAD' && renderer.pageSize === undefined;
}

/** A page shows the items and has no use for JSON. */
export async function bodyOf<Item, Place>(
  items: Batches<Item, Place>,
  { lists, renderer }: Pick<WithLists, 'lists' | 'renderer'>,
): Promise<AsyncIterable<readonly Item[]>> {
  return renderer.pageSize === undefined ? lists.encode(items) : itemsOf(items);
}

/** A stream, so that the answer to HEAD has no `Content-Length` of an empty list. */
export async function* noItems(): AsyncGenerator<never[]> {}
