/** The one error by which both stores say that a unique value is taken. */

/** The embedded store's twin of the server's E11000; callers ask `isDuplicateKey` and see no difference. */
export class DuplicateKey extends Error {
  override readonly name = 'DuplicateKey';
  readonly code = 11000;

  /** @param index the index that has the value already: `_id_`, `username_1` */
  constructor(
    readonly collection: string,
    readonly index: string,
    options?: ErrorOptions,
  ) {
    super(`E11000 duplicate key error collection: ${collection} index: ${index}`, options);
  }
}

/** True for E11000 of MongoDB and for its twin of the embedded store. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 11000;
}
