/** Collects the calls of one turn of the event loop into one batch, because one round trip costs more than one item. */
import { setImmediate as nextTurn } from 'node:timers/promises';

interface BatcherOptions<Item, Result> {
  /** The most items of one batch. */
  readonly most: number;
  /** @returns the result of each item, in their order; an Error is its failure. When it rejects, all items fail */
  run(items: readonly Item[]): Promise<readonly (Result | Error)[]>;
  /**
   * False for writes: calls that arrive while a batch runs share the next one. True for reads: each begins in the turn
   * after its call.
   */
  readonly isParallel: boolean;
}

export function makeBatcher<Item, Result>({ most, run, isParallel }: BatcherOptions<Item, Result>) {
  let last: Promise<unknown> = Promise.resolve();
  let open: ReturnType<typeof makeBatch> | undefined;

  function makeBatch() {
    const items: Item[] = [];
    const close = () => {
      if (open?.items === items) open = undefined;
    };
    const results = last.then(async () => {
      // Runs after the requests that have already arrived, before the event loop waits for new ones.
      await nextTurn();
      close();
      return run(items);
    });
    // Its callers get the error.
    if (!isParallel) last = results.catch(() => undefined);
    return { items, results, close };
  }

  return async (item: Item): Promise<Result> => {
    open ??= makeBatch();
    const { items, results, close } = open;
    const place = items.push(item) - 1;
    if (items.length === most) close();
    const result = (await results)[place];
    if (result instanceof Error) throw result;
    // There is one for each item.
    return result as Result;
  };
}

/** The most keys of one query: its result stays small even if all records have the maximum size. */
const MOST_KEYS = 64;

/**
 * Finds records by a unique field, with one query for the look-ups of one turn. With a query for each, MongoDB answers a
 * third as many reads of one snippet.
 *
 * @param findMany returns the records of some keys, in any order, without missing ones
 * @param keyOf the unique field
 * @returns the record of a key, or null. Simultaneous look-ups of one key share one object
 */
export function batchLoader<K extends number | string, D>(
  findMany: (keys: K[]) => Promise<readonly D[]>,
  keyOf: (record: D) => K,
): (key: K) => Promise<D | null> {
  return makeBatcher<K, D | null>({
    most: MOST_KEYS,
    isParallel: true,
    async run(keys) {
      const found = await findMany([...new Set(keys)]);
      const byKey = new Map(found.map((record) => [keyOf(record), record]));
      return keys.map((key) => byKey.get(key) ?? null);
    },
  });
}
