/** Tells an outage of the store, which a retry can overcome, from a bug of ours. */
import {
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';

/** The store cannot be used: it is not prepared yet, or it is closed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** Shutting down, stepping down, no primary, no majority in time (MongoDB's error_codes.yml). */
const SERVER_CODES = new Set([64, 91, 189, 262, 11600, 11602, 10107, 13435, 13436]);
const LABELS = ['RetryableWriteError', 'RetryableReadError', 'SystemOverloadedError'];
/** By name, because the driver does not export these classes. */
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
/** The file is locked; the disk is full, broken or read-only; no file handle. Extended codes start with these. */
const SQLITE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;

/** True for errors of both stores that mean "try again". They become 503 with `Retry-After`. */
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
