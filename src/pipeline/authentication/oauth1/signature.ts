/** The signature methods (RFC 5849, 3.4), and a comparison in constant time. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { percentEncode } from './percent-encoding.js';

export interface Secrets {
  readonly consumerSecret: string;
  readonly tokenSecret: string;
}

/** HMAC-SHA256 is not in the RFC. Clients use this name for HMAC-SHA1 (3.4.2) with the other hash. */
const METHODS = {
  'HMAC-SHA1': (text: string, key: string) => createHmac('sha1', key).update(text).digest('base64'),
  'HMAC-SHA256': (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64'),
  PLAINTEXT: (_text: string, key: string) => key,
};

export type SignatureMethod = keyof typeof METHODS;
export const SIGNATURE_METHODS = Object.keys(METHODS);

export function isSignatureMethod(name: string): name is SignatureMethod {
  return Object.hasOwn(METHODS, name);
}

/** @param text the signature base string, which PLAINTEXT ignores */
export function sign(
  method: SignatureMethod,
  text: string,
  { consumerSecret, tokenSecret }: Secrets,
): string {
  return METHODS[method](text, `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`);
}

/** Compares digests, so that the time does not depend on the length of a secret. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
