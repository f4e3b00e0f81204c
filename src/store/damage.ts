/** Tells stored data that is damaged from every other failure. */
import { codeOf } from '../errors/error-code.js';
import { DamagedRecord } from './embedded/damaged-record.js';

/** SQLite cannot read a page. Extended codes start with these. */
const SQLITE = /^SQLITE_(CORRUPT|NOTADB)/;

/** True when a record or a page of the embedded store is not what was written there. */
export function isDamage(error: unknown): error is Error {
  if (error instanceof DamagedRecord) return true;
  return SQLITE.test(codeOf(error) ?? '');
}
