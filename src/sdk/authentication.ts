// Credentials that are one value: each helper answers for its own scheme alone, so that none reaches another.
import type { AuthorizationSource } from './credentials.js';

/**
 * HTTP Basic (RFC 7617). For testing, and over HTTPS only.
 *
 * @throws TypeError when the user name has a colon, which would end it (RFC 7617, 2)
 */
export function basic(username: string, password: string): AuthorizationSource {
  if (username.includes(':')) throw new TypeError('A user name with a colon cannot be sent by HTTP Basic.');
  // What is encoded in Base64 must be bytes: `btoa` refuses characters above U+00FF.
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  const pair = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return (scheme) => (scheme === 'basic' ? `Basic ${pair}` : undefined);
}

/**
 * The key that `createToken` gave, sent as `Authorization: Token <key>`. Over HTTPS only.
 *
 * @throws TypeError when the key cannot stand in a header
 */
export function token(key: string): AuthorizationSource {
  refuseBrokenKey(key);
  return (scheme) => (scheme === 'token' ? `Token ${key}` : undefined);
}

/**
 * An OAuth 2.0 access token (RFC 6750) that you already have; `oauth2()` fetches and renews one. Over HTTPS only.
 *
 * @throws TypeError when the token cannot stand in a header
 */
export function bearer(accessToken: string): AuthorizationSource {
  refuseBrokenKey(accessToken);
  return (scheme) => (scheme === 'oauth2' ? `Bearer ${accessToken}` : undefined);
}

/** Said here, without the key: later the platform would refuse the header and print it. */
function refuseBrokenKey(key: string): void {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('A key consists of visible ASCII characters, without spaces.');
}
