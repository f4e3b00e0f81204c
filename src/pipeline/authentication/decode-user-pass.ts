/** Decodes the credentials of HTTP Basic (RFC 7617, 2). */

import { AuthenticationFailed } from '../../errors/index.js';
import { decodeText } from '../decode-text.js';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The user-id ends at the first colon; UTF-8, or Latin-1 from older clients.
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
