// Credentials for the client: each helper answers for its own scheme alone, so that none reaches another.

/** How an operation may be authenticated, as its security scheme in openapi.yaml says. */
export interface SchemeRequest {
  readonly type: 'apiKey' | 'http';
  readonly scheme?: 'basic' | 'bearer';
  readonly in?: 'header' | 'query' | 'cookie';
  readonly name?: string;
}

/**
 * Gives the credential for a scheme, or `undefined` for every scheme that it is not meant for. It is asked before each
 * request, so it may fetch or renew what it gives.
 */
export type Credentials = (scheme: SchemeRequest) => string | undefined | Promise<string | undefined>;

/**
 * HTTP Basic (RFC 7617). For testing, and over HTTPS only.
 *
 * @throws TypeError when the user name has a colon, which would end it (RFC 7617, 2)
 */
export function basic(username: string, password: string): Credentials {
  if (username.includes(':')) throw new TypeError('A user name with a colon cannot be sent by HTTP Basic.');
  // What is encoded in Base64 must be bytes: `btoa` refuses characters above U+00FF.
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  const pair = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return (scheme) => (scheme.type === 'http' && scheme.scheme === 'basic' ? pair : undefined);
}

/**
 * The key that `createToken` gave, sent as `Authorization: Token <key>`. Over HTTPS only.
 *
 * @throws TypeError when the key cannot stand in a header
 */
export function token(key: string): Credentials {
  refuseBrokenKey(key);
  return (scheme) => {
    const isHeader = scheme.type === 'apiKey' && (scheme.in ?? 'header') === 'header';
    return isHeader && scheme.name === 'Authorization' ? `Token ${key}` : undefined;
  };
}

/**
 * An OAuth 2.0 access token (RFC 6750). Over HTTPS only.
 *
 * @throws TypeError when the token cannot stand in a header
 */
export function bearer(accessToken: string): Credentials {
  refuseBrokenKey(accessToken);
  return (scheme) => (scheme.type === 'http' && scheme.scheme === 'bearer' ? accessToken : undefined);
}

/** Said here, without the key: later the platform would refuse the header and print it. */
function refuseBrokenKey(key: string): void {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('A key consists of visible ASCII characters, without spaces.');
}
