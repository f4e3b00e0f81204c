/** Finds records by a unique field. Combines the look-ups of one turn of the event loop into one query. */

type Key = number | string;

interface Pending<D> {
  readonly key: Key;
  resolve(record: D | null): void;
  reject(error: unknown): void;
}

/** The most keys of one query: its result stays small even if all records have the maximum size. */
const MOST = 64;

/**
 * One query for many look-ups, because under load the round trip to the database costs more than the record.
 *
 * @param findMany returns the records of some keys, in any order, without missing ones
 * @param keyOf the unique field
 * @returns the record of a key, or null. Simultaneous look-ups of one key share one object
 */
export function batchLoader<K extends Key, D>(
  findMany: (keys: K[]) => Promise<readonly D[]>,
  keyOf: (record: D) => K,
): (key: K) => Promise<D | null> {
  let pending: (Pending<D> & { readonly key: K })[] = [];

  async function answer(batch: typeof pending): Promise<void> {
    try {
      const found = await findMany([...new Set(batch.map(({ key }) => key))]);
      const byKey = new Map(found.map((record) => [keyOf(record), record]));
      for (const { key, resolve } of batch) resolve(byKey.get(key) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  function send(): void {
    const all = pending;
    pending = [];
    for (let i = 0; i < all.length; i += MOST) void answer(all.slice(i, i + MOST));
  }

  return (key) =>
    new Promise((resolve, reject) => {
      // Runs after the requests that have already arrived, before the event loop waits for new ones.
      if (pending.length === 0) setImmediate(send);
      pending.push({ key, resolve, reject });
    });
}
