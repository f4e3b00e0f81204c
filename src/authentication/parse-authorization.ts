/** Reads `Authorization: <scheme> <credentials>` (RFC 9110, 11.6.2) for schemes that take one word after their name. */
import type { IncomingHttpHeaders } from 'node:http';
import { AuthenticationFailed } from '../errors/index.js';

/**
 * @param word the scheme's name, compared without case
 * @param name and `what`: how messages call the header and the credentials
 * @returns the credentials; undefined when another scheme is attempted, or none
 * @throws AuthenticationFailed when there are no credentials, or more than one word
 */
export function parseAuthorization(
  headers: Readonly<IncomingHttpHeaders>,
  word: string,
  { name, what }: { name: string; what: string },
): string | undefined {
  const [scheme, credentials, ...rest] = (headers.authorization ?? '')
    .split(/[ \t\r\n\v\f]+/)
    .filter(Boolean);
  if (scheme?.toLowerCase() !== word.toLowerCase()) return undefined;
  if (credentials === undefined)
    throw new AuthenticationFailed({ detail: `Invalid ${name} header. No credentials provided.` });
  if (rest.length > 0)
    throw new AuthenticationFailed({ detail: `Invalid ${name} header. ${what} should not contain spaces.` });
  return credentials;
}
