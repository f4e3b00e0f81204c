/** Stage 3: finds out who sent the request; stage 4 decides what they may do (specification.md, Authentication 1). */
import type { AuthenticationScheme, Identity } from '../../extension/scheme.js';
import type { AuthenticatedRequest, NegotiatedRequest } from '../phases.js';
import type { Next, Stage } from '../stage.js';

const ANONYMOUS = { user: null, auth: null, grant: undefined };

/** @param schemes in their configured order: the first that authenticates wins, one that fails ends the request */
export function authenticate(
  schemes: readonly AuthenticationScheme[],
): Stage<NegotiatedRequest, AuthenticatedRequest> {
  return function authenticate(request, next) {
    return tryFrom(0, request, next);
  };

  /** Waits only for a scheme that has to ask somebody: most requests attempt at most one. */
  function tryFrom(
    first: number,
    request: NegotiatedRequest,
    next: Next<AuthenticatedRequest>,
  ): Promise<void> {
    for (const [i, scheme] of schemes.entries()) {
      if (i < first || !request.endpoint.schemes.includes(scheme.name)) continue;
      const answer = scheme.authenticate(request);
      if (answer && 'then' in answer)
        return answer.then((identity) =>
          identity ? next(known(request, scheme, identity)) : tryFrom(i + 1, request, next),
        );
      if (answer) return next(known(request, scheme, answer));
    }
    return next(Object.assign(request, ANONYMOUS));
  }
}

function known(
  request: NegotiatedRequest,
  { name: scheme }: AuthenticationScheme,
  { user, auth, scopes }: Identity,
): AuthenticatedRequest {
  return Object.assign(request, { user, auth, grant: scopes && { scheme, scopes } });
}
