/** Collects the calls of one turn of the event loop into one batch, because one round trip costs more than one item. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How one item of a batch ended. */
export type Outcome<Result> = { readonly value: Result } | { readonly error: unknown };

export interface BatcherOptions<Item, Result> {
  /** The most items of one batch. */
  readonly most: number;
  /**
   * @returns the outcome of each item, in their order; fewer outcomes than items: the others go into the next batch.
   *   When it rejects, all items of the batch fail
   */
  run(items: readonly Item[]): Promise<readonly Outcome<Result>[]>;
  /**
   * False for work that must not run twice at a time: calls that arrive while a batch runs share the next one. True for
   * reads: each begins in the turn after its call.
   */
  readonly isParallel?: boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export function makeBatcher<Item, Result>({
  most,
  run,
  isParallel = false,
}: BatcherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isServing = false;

  /** Never rejects: each caller gets the outcome of its own item. */
  async function runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await run(batch.map(({ item }) => item));
      for (const [i, outcome] of outcomes.entries()) {
        if ('value' in outcome) batch[i]?.resolve(outcome.value);
        else batch[i]?.reject(outcome.error);
      }
      waiting.unshift(...batch.slice(outcomes.length));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function serve(): Promise<void> {
    isServing = true;
    while (waiting.length > 0) {
      // Runs after the requests that have already arrived, before the event loop waits for new ones.
      await nextTurn();
      const batches: Promise<void>[] = [];
      do batches.push(runBatch(waiting.splice(0, most)));
      while (isParallel && waiting.length > 0);
      if (!isParallel) await Promise.all(batches);
    }
    isServing = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isServing) void serve();
    });
}
