/** Finds records by a unique field. Combines the look-ups of one turn of the event loop into one query. */
import { makeBatcher } from '../scheduling/make-batcher.js';

/** The most keys of one query: its result stays small even if all records have the maximum size. */
const MOST = 64;

/**
 * @param findMany returns the records of some keys, in any order, without missing ones
 * @param keyOf the unique field
 * @returns the record of a key, or null. Simultaneous look-ups of one key share one object
 */
export function batchLoader<K extends number | string, D>(
  findMany: (keys: K[]) => Promise<readonly D[]>,
  keyOf: (record: D) => K,
): (key: K) => Promise<D | null> {
  return makeBatcher<K, D | null>({
    most: MOST,
    isParallel: true,
    async run(keys) {
      const found = await findMany([...new Set(keys)]);
      const byKey = new Map(found.map((record) => [keyOf(record), record]));
      return keys.map((key) => ({ value: byKey.get(key) ?? null }));
    },
  });
}
