/** CSRF tokens: an HMAC over the session, with a new mask for every page, so that no two pages show the same bytes. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 16;
const SECRET_LENGTH = SECRET_BYTES * 2;
const TOKEN_LENGTH = SECRET_LENGTH * 2;

/** @param subject what the token belongs to: the id of a session, or before login the seed of a browser */
export function csrfSecret(secretKey: string, subject: string): string {
  return createHmac('sha256', secretKey).update(`csrf:${subject}`).digest('hex').slice(0, SECRET_LENGTH);
}

/** @returns a random mask and the masked secret, in hexadecimal */
export function maskSecret(secret: string): string {
  const mask = randomBytes(SECRET_BYTES);
  return mask.toString('hex') + xor(Buffer.from(secret, 'hex'), mask).toString('hex');
}

export type TokenFlaw = 'has incorrect length' | 'has invalid characters' | 'incorrect';

/** @param token the secret itself (from the cookie) or a masked one (from a page) */
export function findFlaw(token: string, secret: string): TokenFlaw | undefined {
  if (token.length !== SECRET_LENGTH && token.length !== TOKEN_LENGTH) return 'has incorrect length';
  if (!/^[0-9a-f]+$/.test(token)) return 'has invalid characters';
  const bytes = Buffer.from(token, 'hex');
  const given = bytes.length === SECRET_BYTES ? bytes : xor(bytes.subarray(SECRET_BYTES), bytes);
  return timingSafeEqual(given, Buffer.from(secret, 'hex')) ? undefined : 'incorrect';
}

/** The result has the length of the first argument. */
function xor(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)));
}
