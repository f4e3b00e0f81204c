/** The mark that a save with an `Idempotency-Key` leaves on a record, and what becomes of it. */
import type { Collections } from './definitions.js';
import type { KeyedSave } from './records.js';

type Keys = Pick<Collections, 'idempotencyKeys'>;
type Marked = { readonly savedWith?: KeyedSave };
type Mark = Omit<KeyedSave, 'version'>;

/**
 * Call it before a mark is overwritten or goes with its record: its claim then knows that the save was done, which
 * nobody could find out any more if the process that did it has died.
 */
export async function noteSave({ idempotencyKeys }: Keys, { savedWith }: Marked): Promise<void> {
  if (savedWith === undefined) return;
  const { claim: _id, plan, version } = savedWith;
  await idempotencyKeys.updateOne({ _id, plan }, { $set: { savedVersion: version } });
}

/**
 * @param record read just now
 * @returns the version that another run of the request has saved
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
