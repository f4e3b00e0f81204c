/** Cuts a search into windows of ids, because a query can be made that looks at very many entries and finds none. */
import { yieldToEventLoop } from '../../scheduling/yield-to-event-loop.js';
import { StoreUnavailable } from '../store-unavailable.js';
import type { Fields } from './encode-record.js';

/**
 * Ids of the first window: some milliseconds, even if all of them have each term. Each window is twice as large as the
 * one before it, up to the second of these: a part of the cost is the same for each window, so small ones took minutes
 * over a million records.
 */
const [FIRST, LARGEST] = [20_000, 160_000];
/** Those who asked have been refused by then, and searches that nobody waits for would delay all others. */
const PATIENCE_MS = 8000;

/** Searches share one queue, so that many of them delay one another and not every list. */
let lastTurn: Promise<void> = Promise.resolve();

function takeSearchTurn(): Promise<void> {
  lastTurn = lastTurn.then(yieldToEventLoop);
  return lastTurn;
}

interface Bounds {
  readonly $gt?: number;
  readonly $gte?: number;
  readonly $lt?: number;
  readonly $lte?: number;
}

/**
 * @param last the largest id of the collection
 * @returns filters for one window each, in the order of the search; other work has its turn between two of them
 * @throws StoreUnavailable when it takes too long; the reason of the signal
 */
export async function* windowsOf(
  filter: Fields,
  last: number,
  isDescending: boolean,
  signal?: AbortSignal,
): AsyncGenerator<Fields> {
  const { _id } = filter;
  // An equal id is a range, too.
  const bounds: Bounds = typeof _id === 'number' ? { $gte: _id, $lte: _id } : (_id ?? {});
  const { $gt = 0, $gte = 1, $lt = last + 1, $lte = last } = bounds;
  const [low, high] = [Math.max($gt + 1, $gte, 1), Math.min($lt - 1, $lte, last)];
  const deadline = performance.now() + PATIENCE_MS;
  let size = FIRST;
  for (let done = 0; done < high - low + 1; ) {
    await takeSearchTurn();
    signal?.throwIfAborted();
    if (performance.now() > deadline)
      throw new StoreUnavailable(`A search took longer than ${PATIENCE_MS} ms.`);
    const until = Math.min(done + size, high - low + 1);
    yield {
      ...filter,
      _id: isDescending
        ? { $gte: high - until + 1, $lte: high - done }
        : { $gte: low + done, $lte: low + until - 1 },
    };
    done = until;
    size = Math.min(2 * size, LARGEST);
  }
}
