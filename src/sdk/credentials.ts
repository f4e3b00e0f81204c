// Who is asking: the interface for credentials, and a helper for each scheme of the service but OAuth 2.0. A helper answers
// for its own scheme alone, so that no secret is sent for another.
import type { SchemeName } from '#generated/sdk/contract.gen.js';
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import type { OutgoingRequest, Transport } from './call-types.js';
import { authorize } from './platform.js';

/** What credentials may need to know of the call that they are for. */
export interface CredentialsContext {
  /** What is called; its `schemes` say what may authenticate it. */
  readonly operation: OperationDescription;
  /** For calls that get the credentials. */
  readonly transport: Transport;
}

/** Credentials that need the whole request: a signature, a session, tokens that are fetched and renewed. */
export interface Authenticator {
  /** Gives the request with credentials; called for every attempt, with an object of its own. */
  authenticate(
    request: OutgoingRequest,
    context: CredentialsContext,
  ): OutgoingRequest | Promise<OutgoingRequest>;
  /** After credentials were refused, once a call: whether it is worth another attempt. */
  renew?(request: OutgoingRequest, context: CredentialsContext): boolean | Promise<boolean>;
}

/**
 * Gives the value of `Authorization` for a scheme, or `undefined` for every scheme that it is not meant for. It is asked
 * before each attempt, so it may fetch or renew what it gives.
 */
export type AuthorizationSource = (scheme: SchemeName) => string | undefined | Promise<string | undefined>;

/** Who asks: one of the helpers, or a function or an object of your own. */
export type Credentials = AuthorizationSource | Authenticator;

/**
 * HTTP Basic (RFC 7617). For testing, and over HTTPS only.
 *
 * @throws TypeError when the user name has a colon, which would end it (RFC 7617, 2)
 */
export function basic(username: string, password: string): AuthorizationSource {
  if (username.includes(':')) throw new TypeError('basic() takes no colon in a name.');
  // What is encoded in Base64 must be bytes: `btoa` refuses characters above U+00FF.
  const pair = btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
  return (scheme) => (scheme === 'basic' ? `Basic ${pair}` : undefined);
}

/**
 * The key that `createToken` gave, sent as `Authorization: Token <key>`. Over HTTPS only.
 *
 * @throws TypeError when the key cannot stand in a header
 */
export const token = (key: string): AuthorizationSource => keyed('token', 'Token', key);

/**
 * An OAuth 2.0 access token (RFC 6750) that you already have; `oauth2()` fetches and renews one. Over HTTPS only.
 *
 * @throws TypeError when the token cannot stand in a header
 */
export const bearer = (accessToken: string): AuthorizationSource => keyed('oauth2', 'Bearer', accessToken);

/** Throws here, without the key in the message: the platform would refuse the header later, and print the key. */
function keyed(scheme: SchemeName, word: string, key: string): AuthorizationSource {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('A key consists of visible ASCII characters, without spaces.');
  return (asked) => (asked === scheme ? `${word} ${key}` : undefined);
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
      return authorize(request, await sign(new Request(request.url, request)));
    },
  };
}

/** Where the session's CSRF token comes from. */
export interface SessionOptions {
  /** By default the cookie `csrftoken` of this page. */
  csrfToken?: (() => string | undefined) | undefined;
}

/**
 * For pages: the browser sends the session's cookie, which no script can read, and this adds the CSRF token. `showLogin`
 * gets the first token, `login` starts the session.
 */
export function session({ csrfToken = readCookie }: SessionOptions = {}): Authenticator {
  return {
    authenticate(request) {
      const token = request.method === 'GET' ? undefined : csrfToken();
      if (token) request.headers.set('X-CSRFToken', token);
      return { ...request, credentials: 'include' };
    },
  };
}

function readCookie(): string | undefined {
  const { cookie = '' } = (globalThis as { document?: { cookie?: string } }).document ?? {};
  return /(?:^|;\s*)csrftoken=([^;]*)/.exec(cookie)?.[1];
}
