/** What goes wrong with a store: an outage, which a retry can overcome, a store that is refused, a value that is taken. */
import type { MongoError } from 'mongodb';

/** The store cannot be used, for instance because it is not prepared yet, or because it is closed. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** The store refuses this process for good, so waiting does not help. */
export class StoreRefused extends StoreUnavailable {
  override readonly name: string = 'StoreRefused';
}

/** Too slow, shutting down, stepping down, no primary, no majority in time (MongoDB's error_codes.yml). */
const SERVER_CODES = new Set([50, 64, 91, 189, 262, 11600, 11602, 10107, 13435, 13436]);
const LABELS = ['RetryableWriteError', 'RetryableReadError', 'SystemOverloadedError'];
/** The driver's errors of connections, by name: the embedded store starts without loading the driver. */
const DRIVER =
  /^(Mongo)?(Network(Timeout)?|NotConnected|OperationTimeout|ServerSelection|TopologyClosed|ClientClosed|WaitQueueTimeout|Pool\w+)Error$/;
/** SQLite's result codes (sqlite.org/rescode.html): the file is locked; no memory; the disk is read-only, broken, full; no file handle. */
const [LOCKED, UNAVAILABLE] = [
  [5, 6],
  [5, 6, 7, 8, 10, 13, 14, 15],
];
/** Extended codes: of an index, of an `_id` that is a text, of one that is an integer. */
const NOT_UNIQUE = [2067, 1555, 2579];

/** True for errors of both stores that mean "try again". They become 503 with `Retry-After`. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreUnavailable || DRIVER.test(error.name)) return true;
  // The error of a bulk write contains the error that ended the write.
  if ('errorResponse' in error && isStoreUnavailable(error.errorResponse)) return true;
  if (isOfDriver(error))
    return LABELS.some((label) => error.hasErrorLabel(label)) || SERVER_CODES.has(Number(error.code));
  return UNAVAILABLE.includes(sqliteCodeOf(error));
}

/** @returns -1 for an error that is not SQLite's */
const extendedCodeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : -1;
/** The low byte is the primary code. */
export const sqliteCodeOf = (error: unknown): number => extendedCodeOf(error) & 0xff;

/** Another process has locked the file. */
export const isLocked = (error: unknown): boolean => LOCKED.includes(sqliteCodeOf(error));
export const isUniqueViolation = (error: unknown): boolean => NOT_UNIQUE.includes(extendedCodeOf(error));

const isOfDriver = (error: Error): error is MongoError => 'hasErrorLabel' in error;

/** The embedded store's equivalent of MongoDB's E11000. Callers use `isDuplicateKey` for both. */
export class DuplicateKey extends Error {
  override readonly name = 'DuplicateKey';
  readonly code = 11000;

  /** @param cause the store's own error, which names the index */
  constructor(collection: string, cause: unknown) {
    super(`A record of ${collection} has this _id, or this unique value, already.`, { cause });
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
