/** The error of both stores for a unique value that already exists. */

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
