/** Makes a password that nobody has to think of. */
import { randomBytes } from 'node:crypto';

/** 96 bits, of characters that no shell and no credential has to quote. */
export function makePassword(): string {
  return randomBytes(12).toString('base64url');
}
