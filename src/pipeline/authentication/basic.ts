/** HTTP Basic authentication (RFC 7617). */
import { AuthenticationFailed } from '../../errors/index.js';
import type { AuthenticationScheme } from '../../extension/scheme.js';
import { decodeUserPass } from './decode-user-pass.js';
import { parseAuthorization } from './parse-authorization.js';
import type { CheckCredentials } from './passwords/check-credentials.js';

export function basic(checkCredentials: CheckCredentials): AuthenticationScheme {
  return {
    name: 'basic',
    challenge: () => 'Basic realm="api"',
    async authenticate(request) {
      const credentials = parseAuthorization(request, 'Basic', { name: 'basic', what: 'Credentials string' });
      if (credentials === undefined) return undefined;
      const [username, password] = decodeUserPass(credentials);
      const user = await checkCredentials(username, password, request.ip);
      if (!user) throw new AuthenticationFailed({ detail: 'Invalid username/password.' });
      return { user: { id: user._id, username: user.username }, auth: null };
    },
  };
}
