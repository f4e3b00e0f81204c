/** Stage 3: finds out who sent the request; stage 4 decides what they may do (specification.md, Authentication 1). */
import type { AuthenticationScheme } from '../../extension/scheme.js';
import type { AuthenticatedRequest, NegotiatedRequest } from '../phases.js';
import type { Stage } from '../stage.js';

const ANONYMOUS = { user: null, auth: null, grant: undefined };

/** @param schemes in their configured order: the first that authenticates wins, one that fails ends the request */
export function authenticate(
  schemes: readonly AuthenticationScheme[],
): Stage<NegotiatedRequest, AuthenticatedRequest> {
  return async function authenticate(request, next) {
    const identity = await identify(request);
    await next(Object.assign(request, identity));
  };

  async function identify(
    request: NegotiatedRequest,
  ): Promise<Pick<AuthenticatedRequest, 'user' | 'auth' | 'grant'>> {
    for (const scheme of schemes) {
      if (!request.endpoint.schemes.includes(scheme.name)) continue;
      const identity = await scheme.authenticate(request);
      if (!identity) continue;
      const { user, auth, scopes } = identity;
      return { user, auth, grant: scopes && { scheme: scheme.name, scopes } };
    }
    return ANONYMOUS;
  }
}
