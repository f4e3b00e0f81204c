/** Reads a collection in batches by ascending id, so that reading needs little memory and no open cursor. */

const BATCH = 200;

/**
 * @param read returns the next batch: at most `limit` records with an id greater than `after`, by ascending id
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
