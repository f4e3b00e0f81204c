/** Tells an outage of the store, after which trying again makes sense, from a defect of ours. */
import {
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';

/** The store is known to be away: not prepared yet, or closed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** Shutting down, stepping down, no primary, no majority in time (MongoDB's error_codes.yml). */
const SERVER_CODES = new Set([64, 91, 189, 262, 11600, 11602, 10107, 13435, 13436]);
const LABELS = ['RetryableWriteError', 'RetryableReadError', 'SystemOverloadedError'];
/** Not exported by the driver as classes. */
const DRIVER_NAMES = new Set([
  'MongoWaitQueueTimeoutError',
  'MongoPoolClosedError',
  'MongoClientClosedError',
]);
const DRIVER_CLASSES = [
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
];
/** Locked, full, broken or read-only disk, no file handle; extended codes begin with these. */
const SQLITE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;

/** True for both stores' errors that mean "try again": they become 503 with `Retry-After`. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreUnavailable) return true;
  if (error instanceof MongoError) {
    return (
      DRIVER_CLASSES.some((kind) => error instanceof kind) ||
      DRIVER_NAMES.has(error.name) ||
      LABELS.some((label) => error.hasErrorLabel(label)) ||
      SERVER_CODES.has(Number(error.code))
    );
  }
  return 'code' in error && typeof error.code === 'string' && SQLITE.test(error.code);
}
