/** Tells an outage of the store, which a retry can overcome, from a bug of ours. */

import type { MongoError } from 'mongodb';
import { codeOf } from '../errors/error-code.js';

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
/** Errors of these classes, and of classes that extend them, are outages. */
const DRIVER_CLASSES = new Set([
  'MongoNetworkError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoServerSelectionError',
  'MongoTopologyClosedError',
  'WaitQueueTimeoutError',
  'PoolClosedError',
  'MongoClientClosedError',
]);
/** The file is locked; the disk is full, broken or read-only; no file handle. Extended codes start with these. */
const SQLITE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;

/** True for errors of both stores that mean "try again". They become 503 with `Retry-After`. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreUnavailable) return true;
  // The error of a bulk write contains the error that ended the write.
  if ('errorResponse' in error && isStoreUnavailable(error.errorResponse)) return true;
  const classes = classNames(error);
  if (isOfDriver(error, classes)) {
    return (
      classes.some((name) => DRIVER_CLASSES.has(name)) ||
      LABELS.some((label) => error.hasErrorLabel(label)) ||
      SERVER_CODES.has(Number(error.code))
    );
  }
  return SQLITE.test(codeOf(error) ?? '');
}

/** Classes are compared by name, so that the embedded store starts without loading the driver. */
function classNames(error: Error): string[] {
  const names: string[] = [];
  for (let at: unknown = Object.getPrototypeOf(error); at instanceof Object; at = Object.getPrototypeOf(at))
    names.push(at.constructor.name);
  return names;
}

const isOfDriver = (error: Error, classes: readonly string[]): error is MongoError =>
  classes.includes('MongoError');
