/** Gives a snippet to another owner, for commands. */
import type { Store } from '../../store/store.js';
import { termsOf } from '../../store/terms.js';

/**
 * A save in between is followed by another attempt, as the terms are made from its text. They name the owner, too.
 *
 * @param from null: nobody
 * @returns false when the snippet is gone, or is somebody else's
 */
export async function giveSnippet(
  { snippets }: Pick<Store, 'snippets'>,
  _id: number,
  from: number | null,
  { ownerId, owner }: { readonly ownerId: number; readonly owner: string },
): Promise<boolean> {
  for (;;) {
    const found = await snippets.findOne({ _id });
    if (found === null || found.ownerId !== from) return false;
    const { matchedCount } = await snippets.updateOne(
      { _id, version: found.version },
      { $set: { ownerId, owner, terms: termsOf({ ...found, ownerId }) }, $inc: { version: 1 } },
    );
    if (matchedCount === 1) return true;
  }
}
