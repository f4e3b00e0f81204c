/** Reads `Authorization: <scheme> <credentials>` (RFC 9110, 11.6.2) and the credentials of HTTP Basic, over HTTPS only. */
import { AuthenticationFailed } from '../../errors/index.js';
import type { AuthenticationRequest } from '../../extension.js';
import { decodeText } from '../parse-form.js';

/**
 * Credentials that others on the network could read are refused before they are looked at.
 *
 * @throws AuthenticationFailed unless the request came by HTTPS, or from this very machine
 */
export function requireSecureTransport({ confidential }: Pick<AuthenticationRequest, 'confidential'>): void {
  if (!confidential) throw new AuthenticationFailed({ detail: 'This authentication scheme requires HTTPS.' });
}

/**
 * For schemes that take one word after their name.
 *
 * @param word the scheme's name, compared without case
 * @param name and `what`: how messages call the header and the credentials
 * @returns the credentials; undefined when another scheme is attempted, or none
 * @throws AuthenticationFailed over plain HTTP, and when there are no credentials, or more than one word
 */
export function parseAuthorization(
  request: Pick<AuthenticationRequest, 'headers' | 'confidential'>,
  word: string,
  { name, what }: { name: string; what: string },
): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) return undefined;
  const [scheme, credentials, ...rest] = authorization.split(/[ \t\r\n\v\f]+/).filter(Boolean);
  if (scheme?.toLowerCase() !== word.toLowerCase()) return undefined;
  requireSecureTransport(request);
  if (credentials === undefined)
    throw new AuthenticationFailed({ detail: `Invalid ${name} header. No credentials provided.` });
  if (rest.length > 0)
    throw new AuthenticationFailed({ detail: `Invalid ${name} header. ${what} should not contain spaces.` });
  return credentials;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Decodes the credentials of HTTP Basic (RFC 7617, 2), from UTF-8, or Latin-1 of older clients. The user-id ends at the
 * first colon.
 *
 * @throws AuthenticationFailed for what is not Base64, or has no colon
 */
export function decodeUserPass(credentials: string): [username: string, password: string] {
  const bytes = Buffer.from(credentials, 'base64');
  const text = decodeText(bytes) ?? bytes.toString('latin1');
  const colon = text.indexOf(':');
  if (!BASE64.test(credentials) || colon < 0) {
    const detail = 'Invalid basic header. Credentials not correctly base64 encoded.';
    throw new AuthenticationFailed({ detail });
  }
  return [text.slice(0, colon), text.slice(colon + 1)];
}
