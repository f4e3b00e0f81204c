/** The text that is signed (RFC 5849, section 3.4.1). */
import type { Parameter } from './parse-header.js';
import { percentEncode } from './percent-encoding.js';

/**
 * @param address of the request without its query, as 3.4.1.2 wants it: scheme and host in lower case, no default port;
 *   the path as it was sent
 * @param parameters of header, query and form, decoded; without `realm` and `oauth_signature`
 */
export function baseString(method: string, address: string, parameters: readonly Parameter[]): string {
  return [method.toUpperCase(), address, normalize(parameters)].map(percentEncode).join('&');
}

/** 3.4.1.3.2: encoded, then sorted by name and, where names are the same, by value. */
function normalize(parameters: readonly Parameter[]): string {
  return parameters
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Encoded text is ASCII, so this is the order of the bytes; localeCompare would be another. */
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
