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
    return tryEach(schemes, request, next);
  };
}

function tryEach(
  schemes: readonly AuthenticationScheme[],
  request: NegotiatedRequest,
  next: Next<AuthenticatedRequest>,
): Promise<void> {
  for (const [place, scheme] of schemes.entries()) {
    if (!request.endpoint.schemes.includes(scheme.name)) continue;
    const attempt = scheme.authenticate(request);
    // Most requests do not attempt the scheme, and waiting would cost each of them a turn of the microtasks.
    if (attempt === undefined) continue;
    return Promise.resolve(attempt).then((identity) =>
      identity
        ? next(Object.assign(request, identifiedBy(scheme, identity)))
        : tryEach(schemes.slice(place + 1), request, next),
    );
  }
  return next(Object.assign(request, ANONYMOUS));
}

function identifiedBy({ name }: AuthenticationScheme, { user, auth, scopes }: Identity) {
  return { user, auth, grant: scopes && { scheme: name, scopes } };
}
