/** Tells stored data that is damaged from every other failure. */
import { codeOf } from '../errors/error-code.js';

/** A stored record that is not what was written: its checksum differs, or it cannot be decoded. */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord';

  /** @param id that of the record, as far as it can be read */
  constructor(collection: string, id: unknown, reason: string, options?: ErrorOptions) {
    super(`The record ${JSON.stringify(id)} of ${collection} is damaged: ${reason}.`, options);
  }
}

/** SQLite cannot read a page. Extended codes start with these. */
const SQLITE = /^SQLITE_(CORRUPT|NOTADB)/;

/** True when a record or a page of the embedded store is not what was written there. */
export function isDamage(error: unknown): error is Error {
  if (error instanceof DamagedRecord) return true;
  return SQLITE.test(codeOf(error) ?? '');
}
