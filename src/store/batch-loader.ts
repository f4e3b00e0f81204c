/** Finds documents by a unique field; what is asked for within one turn of the event loop becomes one query. */

type Key = number | string;

interface Order<D> {
  readonly key: Key;
  resolve(document: D | null): void;
  reject(error: unknown): void;
}

/** Keeps an answer small when all documents are as large as they may be. */
const MOST = 64;

/**
 * Under load most of what a look-up costs is the way to the database and back, not the document.
 *
 * @param findMany the documents of some keys, in any order; missing ones are left out
 * @param keyOf the unique field
 * @returns the document of a key, null when there is none; whoever asks for one key at once gets one object
 */
export function batchLoader<K extends Key, D>(
  findMany: (keys: K[]) => Promise<readonly D[]>,
  keyOf: (document: D) => K,
): (key: K) => Promise<D | null> {
  let orders: (Order<D> & { readonly key: K })[] = [];

  async function answer(some: typeof orders): Promise<void> {
    try {
      const found = await findMany([...new Set(some.map(({ key }) => key))]);
      const byKey = new Map(found.map((document) => [keyOf(document), document]));
      for (const { key, resolve } of some) resolve(byKey.get(key) ?? null);
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }

  function send(): void {
    const all = orders;
    orders = [];
    for (let i = 0; i < all.length; i += MOST) void answer(all.slice(i, i + MOST));
  }

  return (key) =>
    new Promise((resolve, reject) => {
      // After the requests that have arrived by now, before the loop waits for others.
      if (orders.length === 0) setImmediate(send);
      orders.push({ key, resolve, reject });
    });
}
