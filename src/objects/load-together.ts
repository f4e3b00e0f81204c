/** Loads documents by their id; what is asked for within one turn of the event loop becomes one query. */

interface Order<D> {
  readonly id: number;
  resolve(document: D | null): void;
  reject(error: unknown): void;
}

/** Keeps an answer small when all documents are as large as they may be. */
const MOST = 64;

/**
 * Under load most of what a look-up costs is the way to the database and back, not the document.
 *
 * @param findMany the documents of some ids, in any order; missing ones are left out
 * @returns the document of an id, null when there is none
 */
export function loadTogether<D extends { readonly _id: number }>(
  findMany: (ids: readonly number[]) => Promise<readonly D[]>,
): (id: number) => Promise<D | null> {
  let orders: Order<D>[] = [];

  function send(): void {
    const all = orders;
    orders = [];
    for (let i = 0; i < all.length; i += MOST) void answer(all.slice(i, i + MOST), findMany);
  }

  return (id) =>
    new Promise((resolve, reject) => {
      // After the requests that have arrived by now, before the loop waits for others.
      if (orders.length === 0) setImmediate(send);
      orders.push({ id, resolve, reject });
    });
}

async function answer<D extends { readonly _id: number }>(
  orders: readonly Order<D>[],
  findMany: (ids: readonly number[]) => Promise<readonly D[]>,
): Promise<void> {
  try {
    const found = await findMany([...new Set(orders.map(({ id }) => id))]);
    const byId = new Map(found.map((document) => [document._id, document]));
    for (const { id, resolve } of orders) resolve(byId.get(id) ?? null);
  } catch (error) {
    for (const { reject } of orders) reject(error);
  }
}
