/** Signs a request (RFC 5849, 3.4): the text that is signed, the methods, and a comparison in constant time. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Name and value, decoded. */
export type Parameter = readonly [name: string, value: string];

/** Characters that encodeURIComponent does not encode, although RFC 3986, 2.3 does not call them unreserved. */
const RESERVED = [
  ['!', '%21'],
  ["'", '%27'],
  ['(', '%28'],
  [')', '%29'],
  ['*', '%2A'],
] as const;

/** RFC 5849, 3.6: UTF-8, unreserved characters unchanged, upper-case escapes. */
export function percentEncode(text: string): string {
  return RESERVED.reduce(
    (encoded, [character, code]) => encoded.replaceAll(character, code),
    encodeURIComponent(text),
  );
}

/**
 * @param address the URL of the request without its query (3.4.1.2): scheme and host in lower case, no default port;
 *   the path as sent
 * @param parameters decoded, from header, query and form, without `realm` and `oauth_signature`
 */
export function baseString(method: string, address: string, parameters: readonly Parameter[]): string {
  return [method.toUpperCase(), address, normalize(parameters)].map(percentEncode).join('&');
}

/** 3.4.1.3.2: encoded, then sorted by name, then by value. */
function normalize(parameters: readonly Parameter[]): string {
  return parameters
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Encoded text is ASCII, so this is byte order. localeCompare would sort differently. */
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

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
