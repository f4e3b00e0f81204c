/** Finds out whether the request of a claim was carried out by a process that did not say so. */
import { collectionNamed } from '../../store/collection-named.js';
import type { IdempotencyKeyRecord, Store } from '../../store/index.js';

export interface Outcome {
  readonly isCarriedOut: boolean;
  /** The version that it saved. undefined when it saved none. */
  readonly savedVersion: number | undefined;
}

/**
 * A record with the planned id was created, because an id is given once. A saved record bears the mark of the request;
 * a version alone would not tell who made it. A deleted record is gone.
 */
export async function readOutcome(store: Store, claim: IdempotencyKeyRecord): Promise<Outcome> {
  const { effect, collection, recordId, plan, savedVersion } = claim;
  if (savedVersion !== undefined) return { isCarriedOut: true, savedVersion };
  if (collection === null || recordId === null) return { isCarriedOut: false, savedVersion: undefined };
  const projection = { version: 1, savedWith: 1 } as const;
  const found = await collectionNamed(store, collection)
    ?.find({ _id: { $in: [recordId] } }, { projection })
    .toArray();
  const record = found?.[0];
  if (effect === 'create') return { isCarriedOut: record !== undefined, savedVersion: undefined };
  if (effect === 'delete') return { isCarriedOut: record === undefined, savedVersion: undefined };
  const isMarked = record?.savedWith?.plan === plan;
  return { isCarriedOut: isMarked, savedVersion: isMarked ? record?.savedWith?.version : undefined };
}
