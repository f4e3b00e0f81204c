/** Reads the ids of each owner's snippets in keyset batches, from the index (`ownerId`, `_id`). */
import type { Store } from './store.js';

/** Takes about ten milliseconds on the embedded store, which blocks the event loop while it reads. */
const BATCH = 2_000;

/**
 * @param first the smallest id of an owner
 * @param last the largest id of an owner; all owners in between are included
 * @param signal aborted when nobody waits for the ids any more
 * @returns snippet ids, ascending, by owner; owners without snippets are left out
 */
export async function idsByOwner(
  { snippets, readMany }: Pick<Store, 'snippets' | 'readMany'>,
  first: number,
  last: number,
  { signal, batch = BATCH }: { readonly signal?: AbortSignal; readonly batch?: number } = {},
): Promise<Map<number, number[]>> {
  const byOwner = new Map<number, number[]>();
  type Find = Parameters<typeof snippets.find>;
  const read = async (filter: Find[0], sort: NonNullable<Find[1]>['sort']) => {
    const found = await readMany(snippets, filter, {
      projection: { ownerId: 1 },
      ...(sort && { sort }),
      limit: batch,
      signal,
    });
    for (const { _id, ownerId } of found) {
      if (ownerId === null) continue;
      const ids = byOwner.get(ownerId);
      if (ids) ids.push(_id);
      else byOwner.set(ownerId, [_id]);
    }
    return found.length < batch ? undefined : found.at(-1);
  };
  let [owner, id] = [first, 0];
  for (;;) {
    // What is left of one owner, then the owners behind: each is one range of the index.
    const within = await read({ ownerId: owner, _id: { $gt: id } }, { _id: 1 });
    const end = within ?? (await read({ ownerId: { $gt: owner, $lte: last } }, { ownerId: 1, _id: 1 }));
    if (end === undefined) return byOwner;
    [owner, id] = [end.ownerId ?? owner, end._id];
  }
}
