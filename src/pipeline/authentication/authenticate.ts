/** Finds out who sent the request; permissions decide what they may do. */
import type { Endpoint } from '../../contract/contract.js';
import type { AuthenticationRequest, AuthenticationScheme } from '../../extension/scheme.js';
import { ANONYMOUS, type Caller } from '../request/found.js';

/**
 * @param schemes in their configured order: the first that authenticates wins
 * @throws AuthenticationFailed when a scheme is attempted and fails, whatever the next ones would say
 */
export async function authenticate(
  request: AuthenticationRequest,
  endpoint: Endpoint,
  schemes: readonly AuthenticationScheme[],
): Promise<Caller> {
  for (const scheme of schemes) {
    if (!endpoint.schemes.includes(scheme.name)) continue;
    const identity = await scheme.authenticate(request);
    if (!identity) continue;
    const { user, auth, scopes } = identity;
    return { user, auth, grant: scopes && { scheme: scheme.name, scopes } };
  }
  return ANONYMOUS;
}
