/** The scheme `session`, for browsers: no challenge, and a CSRF token on unsafe methods. */

import type { AuthenticationRequest, AuthenticationScheme, Identity } from '../../../extension.js';
import type { Store } from '../../../store/store.js';

/** @param checkCsrf throws when an unsafe request may come from another site */
export function session(
  store: Pick<Store, 'users'>,
  checkCsrf: (request: AuthenticationRequest) => Promise<void>,
): AuthenticationScheme {
  return {
    name: 'session',
    authenticate(request) {
      request.vary('Cookie');
      const { session } = request;
      return session && identify(session.userId, request);
    },
  };

  async function identify(userId: number, request: AuthenticationRequest): Promise<Identity | undefined> {
    const user = await store.users.findOne({ _id: userId });
    if (!user?.active) return undefined;
    await checkCsrf(request);
    return { user: { id: user._id, username: user.username }, auth: null, logins: user.logins };
  }
}
