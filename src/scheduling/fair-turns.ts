/** Starts what waits a few at a time; senders take turns. */
import { ServiceUnavailable } from '../errors/index.js';
import { FairQueue, RETRY_AFTER, type Sender } from './fair-queue.js';

export interface FairTurnsOptions<Item> {
  /** How many starts are under way at once. */
  readonly concurrency: number;
  /** How many items wait, of all senders together. */
  readonly capacity: number;
  /**
   * Whether a sender may start one more beside those that are under way; by default it may.
   *
   * @param running the starts of this sender that are under way
   */
  mayStart?(sender: Sender, running: number): boolean;
  /**
   * Whether a waiting item may start together with those before it; by default each starts alone. One that may waits for
   * the others of its turn of the event loop.
   */
  mayJoin?(item: Item, before: readonly Item[]): boolean;
  /** Never rejects: it tells those who wait for an item. */
  start(items: readonly [Item, ...Item[]]): Promise<void>;
  /** @param reason ServiceUnavailable for an item that has no place in the queue, or why nobody waits for it any more */
  refuse(item: Item, reason: unknown): void;
}

export interface FairTurns<Item> {
  /** @param signal aborted when nobody waits for the item any more: it is refused when its turn comes */
  add(sender: Sender, item: Item, signal?: AbortSignal): void;
  /** Items that wait, for the metrics. */
  readonly waiting: number;
  /** Refuses what waits and what comes. */
  close(): void;
}

export function makeFairTurns<Item>({
  concurrency,
  capacity,
  mayStart = () => true,
  mayJoin = () => false,
  start,
  refuse,
}: FairTurnsOptions<Item>): FairTurns<Item> {
  const queue = new FairQueue<{ readonly item: Item; readonly signal: AbortSignal | undefined }>(capacity);
  const running = new Map<Sender, number>();
  let active = 0;
  let closed = false;
  let startsSoon = false;

  function take(isWanted: (item: Item) => boolean): { sender: Sender; item: Item } | undefined {
    for (;;) {
      const next = queue.shift(
        (sender, { item }) => mayStart(sender, running.get(sender) ?? 0) && isWanted(item),
      );
      if (next === undefined) return undefined;
      const { item, signal } = next.item;
      if (!signal?.aborted) return { sender: next.sender, item };
      refuse(item, signal.reason);
    }
  }

  function startNext(): void {
    while (active < concurrency) {
      const first = take(() => true);
      if (!first) return;
      const items: [Item, ...Item[]] = [first.item];
      const senders = new Set([first.sender]);
      for (;;) {
        const next = take((item) => mayJoin(item, items));
        if (!next) break;
        items.push(next.item);
        senders.add(next.sender);
      }
      begin(senders);
      void start(items).finally(() => {
        end(senders);
        startNext();
      });
    }
  }

  function startSoon(): void {
    if (startsSoon) return;
    startsSoon = true;
    setImmediate(() => {
      startsSoon = false;
      startNext();
    });
  }

  function begin(senders: Iterable<Sender>): void {
    active += 1;
    for (const sender of senders) running.set(sender, (running.get(sender) ?? 0) + 1);
  }

  function end(senders: Iterable<Sender>): void {
    active -= 1;
    for (const sender of senders) {
      const left = (running.get(sender) ?? 1) - 1;
      if (left > 0) running.set(sender, left);
      else running.delete(sender);
    }
  }

  return {
    get waiting() {
      return queue.length;
    },
    add(sender, item, signal) {
      if (closed) return refuse(item, new ServiceUnavailable(RETRY_AFTER));
      const displaced = queue.push(sender, { item, signal });
      if (displaced !== undefined) refuse(displaced.item, new ServiceUnavailable(RETRY_AFTER));
      // A full queue would refuse what a free thread could take.
      if (mayJoin(item, []) && queue.length < capacity) startSoon();
      else startNext();
    },
    close() {
      closed = true;
      for (const { item } of queue.clear()) refuse(item, new ServiceUnavailable(RETRY_AFTER));
    },
  };
}
