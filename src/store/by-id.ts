/** Walks through a collection by ascending id, in batches, so that neither memory nor a cursor is held. */

const BATCH = 200;

/**
 * @param read the next batch: at most `limit` documents with an id greater than `after`, in the order of their ids
 */
export async function* byId<T extends { _id: number }>(
  read: (after: number, limit: number) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  let after = 0;
  for (;;) {
    const batch = await read(after, BATCH);
    yield* batch;
    const last = batch.at(-1);
    if (!last) return;
    after = last._id;
  }
}
