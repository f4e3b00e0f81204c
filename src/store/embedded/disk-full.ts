/** The disk that holds the embedded store is full. */
import { codeOf } from '../../errors/error-code.js';
import { StoreUnavailable } from '../store-unavailable.js';

export class DiskFull extends StoreUnavailable {
  constructor(options?: ErrorOptions) {
    super('the disk that holds DATA_DIR is full: make room on it', options);
  }
}

/** No room for the write-ahead log, or for the index of it that processes share. */
const CODES = /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE|SHMOPEN|FSYNC))$/;

/** Also true for a quota that is used up. */
export function isDiskFull(error: unknown): boolean {
  return CODES.test(codeOf(error) ?? '');
}
