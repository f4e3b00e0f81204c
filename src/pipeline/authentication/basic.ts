/** HTTP Basic authentication (RFC 7617). */
import { AuthenticationFailed } from '../../errors/index.js';
import type { AuthenticationRequest, AuthenticationScheme, Identity } from '../../extension.js';
import { identify } from './logins.js';
import { decodeUserPass, parseAuthorization } from './parse-authorization.js';
import type { CheckCredentials } from './passwords.js';

/** @param checkOrigin browsers send remembered credentials by themselves, also for a page of another site */
export function basic(
  checkCredentials: CheckCredentials,
  checkOrigin: (request: AuthenticationRequest) => void,
): AuthenticationScheme {
  return {
    name: 'basic',
    challenge: () => 'Basic realm="api"',
    authenticate(request) {
      const credentials = parseAuthorization(request, 'Basic', { name: 'basic', what: 'Credentials string' });
      return credentials === undefined ? undefined : authenticate(credentials, request);
    },
  };

  async function authenticate(credentials: string, request: AuthenticationRequest): Promise<Identity> {
    const [username, password] = decodeUserPass(credentials);
    checkOrigin(request);
    const user = await checkCredentials(username, password, request.ip);
    if (!user) throw new AuthenticationFailed({ detail: 'Invalid username/password.' });
    return { ...identify(user, user), auth: null };
  }
}
