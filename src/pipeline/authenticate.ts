/** Who sent a request, by the first scheme of its path that authenticates it. */
import type { AuthenticationRequest, AuthenticationScheme } from '../extension.js';
import { ANONYMOUS, type Caller } from '../http/sender.js';

/** The first scheme that authenticates wins. @throws AuthenticationFailed when one is attempted and fails */
export async function authenticate(
  request: AuthenticationRequest,
  schemes: readonly AuthenticationScheme[],
): Promise<Caller> {
  for (const scheme of schemes) {
    const identity = await scheme.authenticate(request);
    if (!identity) continue;
    const { user, auth, scopes, logins } = identity;
    return { user, auth, logins, grant: scopes && { scheme: scheme.name, scopes } };
  }
  return ANONYMOUS;
}
