/** Builds the text that is signed (RFC 5849, 3.4.1). */
import type { Parameter } from './parse-header.js';
import { percentEncode } from './percent-encoding.js';

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
