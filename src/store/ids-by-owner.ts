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
  let [owner, id] = [first, 0];
  for (;;) {
    // The bound on `ownerId` makes this one scan of the index. `$or` alone would be two scans and a sort.
    const behind = { $or: [{ ownerId: { $gt: owner } }, { _id: { $gt: id } }] };
    const found = await readMany(
      snippets,
      { ownerId: { $gte: owner, $lte: last }, ...behind },
      { projection: { ownerId: 1 }, sort: { ownerId: 1, _id: 1 }, limit: batch, signal },
    );
    for (const { _id, ownerId } of found) {
      if (ownerId === null) continue;
      [owner, id] = [ownerId, _id];
      const ids = byOwner.get(ownerId);
      if (ids) ids.push(_id);
      else byOwner.set(ownerId, [_id]);
    }
    if (found.length < batch) return byOwner;
  }
}
