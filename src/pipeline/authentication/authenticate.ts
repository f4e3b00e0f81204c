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
    for (const scheme of schemes) {
      if (!request.endpoint.schemes.includes(scheme.name)) continue;
      const attempt = scheme.authenticate(request);
      // Most requests do not attempt the scheme, and `await` would cost each of them a turn of the microtasks.
      if (attempt === undefined) continue;
      const identity = await attempt;
      if (!identity) continue;
      const { user, auth, scopes } = identity;
      const grant = scopes && { scheme: scheme.name, scopes };
      return next(Object.assign(request, { user, auth, grant }));
    }
    return next(Object.assign(request, ANONYMOUS));
  };
}
