// Credentials for one scheme each: a helper answers for its own scheme alone, so that no secret is sent for another.
import type { Authenticator, AuthorizationSource } from './credentials.js';
import { withoutCookies } from './platform.js';

/**
 * HTTP Basic (RFC 7617). For testing, and over HTTPS only.
 *
 * @throws TypeError when the user name has a colon, which would end it (RFC 7617, 2)
 */
export function basic(username: string, password: string): AuthorizationSource {
  if (username.includes(':')) throw new TypeError('HTTP Basic takes no colon in a user name.');
  // What is encoded in Base64 must be bytes: `btoa` refuses characters above U+00FF.
  const pair = btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
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

/**
 * Requests signed as RFC 5849 says. The SDK leaves the signing to you, so that the secrets stay where they are known;
 * `examples/oauth1.mjs` of this package has a signer on the platform's own cryptography.
 *
 * @param sign gives the value of `Authorization` for the request; called for every attempt, as a nonce is good
 *   once, with a copy whose body may be read
 */
export function oauth1(sign: (request: Request) => string | Promise<string>): Authenticator {
  return {
    async authenticate(request, { operation }) {
      if (!operation.schemes?.includes('oauth1')) return request;
      const authorization = await sign(request.clone());
      const signed = new Request(request, withoutCookies);
      signed.headers.set('Authorization', authorization);
      return signed;
    },
  };
}

/** Where the session's CSRF token comes from. */
export interface SessionOptions {
  /** Where the CSRF token is; by default in the cookie `csrftoken` of this page. */
  csrfToken?: (() => string | undefined) | undefined;
}

/**
 * For pages: the browser sends the session's cookie, which no script can read, and this adds the CSRF token. `showLogin`
 * gets the first token, `login` starts the session.
 */
export function session(options: SessionOptions = {}): Authenticator {
  const { csrfToken = readCookie } = options;
  return {
    authenticate(request) {
      const withCookies = new Request(request, { credentials: 'include' });
      const token = request.method === 'GET' ? undefined : csrfToken();
      if (token) withCookies.headers.set('X-CSRFToken', token);
      return withCookies;
    },
  };
}

function readCookie(): string | undefined {
  const { cookie = '' } = (globalThis as { document?: { cookie?: string } }).document ?? {};
  return /(?:^|;\s*)csrftoken=([^;]*)/.exec(cookie)?.[1];
}

/** Throws here, without the key in the message: the platform would refuse the header later, and print the key. */
function refuseBrokenKey(key: string): void {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('A key consists of visible ASCII characters, without spaces.');
}
