/** Makes the random keys, secrets and passwords that people and programs are given. */
import { randomBytes } from 'node:crypto';

/**
 * Never begins with `-`: a command line would take such a value for an option.
 *
 * @param bytes of randomness
 * @returns unpadded base64url (RFC 4648, section 5), which needs no quotes in shells, forms and headers
 */
export function makeKey(bytes: number): string {
  return pickKey(() => randomBytes(bytes).toString('base64url'));
}

/** The same rule for keys that are derived from random values: draws until the key does not begin with `-`. */
export function pickKey(draw: () => string): string {
  for (;;) {
    const key = draw();
    if (!key.startsWith('-')) return key;
  }
}
