/** The mark that a save with an `Idempotency-Key` leaves on a record, and its note on the claim, which stays longer. */
import type { Collections } from './definitions.js';
import type { KeyedSave } from './records.js';

type Keys = Pick<Collections, 'idempotencyKeys'>;
type Marked = { readonly savedWith?: KeyedSave };
type Mark = Omit<KeyedSave, 'version'>;

/**
 * Notes on the claim that its save was done. Call it before the mark is overwritten, or deleted with its record: if the
 * process that saved has died, nothing else proves the save.
 */
export async function noteSave({ idempotencyKeys }: Keys, { savedWith }: Marked): Promise<void> {
  if (savedWith === undefined) return;
  const { claim: _id, plan, version } = savedWith;
  await idempotencyKeys.updateOne({ _id, plan }, { $set: { savedVersion: version } });
}

/**
 * @param record read just now
 * @returns the version that an earlier run of the request has saved; undefined when none has
 */
export async function savedVersionOf(
  { idempotencyKeys }: Keys,
  { claim: _id, plan }: Mark,
  { savedWith }: Marked,
): Promise<number | undefined> {
  if (savedWith?.plan === plan) return savedWith.version;
  const claim = await idempotencyKeys.findOne({ _id, plan }, { projection: { savedVersion: 1 } });
  return claim?.savedVersion;
}
