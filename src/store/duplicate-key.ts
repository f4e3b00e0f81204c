/** What both stores do about a unique value that already exists. */

/** The embedded store's equivalent of MongoDB's E11000. Callers use `isDuplicateKey` for both. */
export class DuplicateKey extends Error {
  override readonly name = 'DuplicateKey';
  readonly code = 11000;

  /** @param index the index that already has the value: `_id_`, `username_1` */
  constructor(
    readonly collection: string,
    readonly index: string,
    options?: ErrorOptions,
  ) {
    super(`E11000 duplicate key error collection: ${collection} index: ${index}`, options);
  }
}

/** True for MongoDB's E11000 and for the embedded store's `DuplicateKey`. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 11000;
}

/**
 * Inserts a record, unless one with its `_id` or unique value exists: another process may have inserted it first.
 *
 * @returns whether it was inserted
 */
export async function insertOnce<D>(
  collection: { insertOne(record: D): Promise<unknown> },
  record: D,
): Promise<boolean> {
  try {
    await collection.insertOne(record);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}
