/** What the handlers of lists share between requests. */
import type { HandlerResponse } from '#generated/server/handlers.gen.js';
import type { Metrics } from '../observability/metrics.js';
import { senderOf } from '../pipeline/request/sender.js';
import type { HandledRequest } from '../pipeline/respond.js';
import { makeEncodeList } from '../renderers/json.js';
import { type FairLimit, makeFairLimit } from '../scheduling/fair-limit.js';
import { type Asker, makeFairRuns } from '../scheduling/fair-runs.js';
import { type Batches, itemsOf } from '../store/batches.js';

type ListRequest = Pick<HandledRequest, 'request' | 'renderer'>;

export type Lists = ReturnType<typeof makeLists>;

/** Lists, searches and pages that are made at once, and those that wait: what does not fit is refused at once. */
const CONCURRENCY = 8;
const CAPACITY = 256;
/** Of them of one sender, so that the others find a place although the store is slow. */
const MOST_OF_A_SENDER = 6;

/** The one limit of what is dear to read or to render. */
export function limitReads({ queues }: Pick<Metrics, 'queues'>): FairLimit {
  const limit = makeFairLimit({
    concurrency: CONCURRENCY,
    capacity: CAPACITY,
    mayStart: (_sender, running) => running < MOST_OF_A_SENDER,
  });
  queues.set('reads', () => limit.waiting);
  return limit;
}

export function makeLists(limit: FairLimit) {
  return {
    snippets: makeFairRuns<HandlerResponse<'listSnippets'>>(limit),
    users: makeFairRuns<HandlerResponse<'listUsers'>>(limit),
    user: makeFairRuns<HandlerResponse<'getUser'>>(limit),
    encode: makeEncodeList(),
  };
}

export function askerOf({ request }: Pick<HandledRequest, 'request'>): Asker {
  return { sender: senderOf(request), signal: request.signal };
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
