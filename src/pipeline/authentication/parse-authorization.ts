/** Reads `Authorization: <scheme> <credentials>` (RFC 9110, 11.6.2) for schemes that take one word after their name. */
import { AuthenticationFailed } from '../../errors/index.js';
import type { AuthenticationRequest } from '../../extension/scheme.js';
import { requireSecureTransport } from './require-secure-transport.js';

/**
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
