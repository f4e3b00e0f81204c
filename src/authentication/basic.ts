/** HTTP Basic authentication (RFC 7617). */

import { decodeText } from '../encoding/decode-text.js';
import { AuthenticationFailed } from '../errors/index.js';
import type { CheckCredentials } from './check-credentials.js';
import { parseAuthorization } from './parse-authorization.js';
import type { AuthenticationScheme } from './scheme.js';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function basic(checkCredentials: CheckCredentials): AuthenticationScheme {
  return {
    name: 'basic',
    challenge: () => 'Basic realm="api"',
    async authenticate({ headers }) {
      const credentials = parseAuthorization(headers, 'Basic', { name: 'basic', what: 'Credentials string' });
      if (credentials === undefined) return undefined;
      const [username, password] = decodeUserPass(credentials);
      const user = await checkCredentials(username, password);
      if (!user) throw new AuthenticationFailed({ detail: 'Invalid username/password.' });
      return { user: { id: user._id, username: user.username }, auth: null };
    },
  };
}

/** The user-id ends at the first colon; UTF-8, or Latin-1 from older clients. */
function decodeUserPass(credentials: string): [username: string, password: string] {
  const bytes = Buffer.from(credentials, 'base64');
  const text = decodeText(bytes) ?? bytes.toString('latin1');
  const colon = text.indexOf(':');
  if (!BASE64.test(credentials) || colon < 0) {
    const detail = 'Invalid basic header. Credentials not correctly base64 encoded.';
    throw new AuthenticationFailed({ detail });
  }
  return [text.slice(0, colon), text.slice(colon + 1)];
}
