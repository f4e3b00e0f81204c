/** HTTP Basic authentication (RFC 7617), and how all schemes read `Authorization: <scheme> <credentials>`. */
import { AuthenticationFailed } from '../errors/index.js';
import type { AuthenticationRequest, AuthenticationScheme } from '../extension.js';
import { decodeText } from '../http/parse-form.js';
import { identify } from './logins.js';
import type { CheckCredentials } from './passwords.js';

/** @param checkOrigin browsers send remembered credentials by themselves, also for a page of another site */
export function basic(
  checkCredentials: CheckCredentials,
  checkOrigin: (request: AuthenticationRequest) => void,
): AuthenticationScheme {
  return {
    name: 'basic',
    challenge: () => 'Basic realm="api"',
    async authenticate(request) {
      const credentials = parseBasic(request);
      if (!credentials) return undefined;
      checkOrigin(request);
      const user = await checkCredentials(...credentials, request.ip);
      if (!user) throw new AuthenticationFailed({ detail: 'Invalid username/password.' });
      return { ...identify(user, user), auth: null };
    },
  };
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Decodes the credentials of HTTP Basic (RFC 7617, 2), from UTF-8, or Latin-1 of older clients. The user-id ends at the
 * first colon.
 *
 * @returns undefined when another scheme is attempted, or none
 * @throws AuthenticationFailed for what is not Base64, or has no colon
 */
export function parseBasic(request: AuthorizedRequest): [username: string, password: string] | undefined {
  const credentials = parseAuthorization(request, 'Basic', 'Credentials string');
  if (credentials === undefined) return undefined;
  const bytes = Buffer.from(credentials, 'base64');
  const text = decodeText(bytes) ?? bytes.toString('latin1');
  const colon = text.indexOf(':');
  if (!BASE64.test(credentials) || colon < 0) {
    const detail = 'Invalid basic header. Credentials not correctly base64 encoded.';
    throw new AuthenticationFailed({ detail });
  }
  return [text.slice(0, colon), text.slice(colon + 1)];
}

type AuthorizedRequest = Pick<AuthenticationRequest, 'headers' | 'confidential'>;

/**
 * Reads the one word after the name of a scheme.
 *
 * @param what what messages call the word
 * @returns undefined when another scheme is attempted, or none
 * @throws AuthenticationFailed over plain HTTP, and when there are no credentials, or more than one word
 */
export function parseAuthorization(
  request: AuthorizedRequest,
  scheme: string,
  what: string,
): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) return undefined;
  const name = scheme.toLowerCase();
  const [word, credentials, ...rest] = authorization.split(/[ \t\r\n\v\f]+/).filter(Boolean);
  if (word?.toLowerCase() !== name) return undefined;
  requireSecureTransport(request);
  if (credentials === undefined)
    throw new AuthenticationFailed({ detail: `Invalid ${name} header. No credentials provided.` });
  if (rest.length > 0)
    throw new AuthenticationFailed({ detail: `Invalid ${name} header. ${what} should not contain spaces.` });
  return credentials;
}

/** Refuses credentials that others on the network could read. @throws AuthenticationFailed over plain HTTP */
export function requireSecureTransport({ confidential }: Pick<AuthenticationRequest, 'confidential'>): void {
  if (!confidential) throw new AuthenticationFailed({ detail: 'This authentication scheme requires HTTPS.' });
}
