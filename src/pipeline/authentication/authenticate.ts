/** Stage 3: who is asking? It only identifies; what is allowed is decided later (specification.md, Authentication 1). */

import type { AuthenticationScheme } from '../../extension/scheme.js';
import type { Stage } from '../api-request.js';

/** @param schemes in their configured order: the first that authenticates wins, one that fails ends the request */
export function authenticate(schemes: readonly AuthenticationScheme[]): Stage {
  return async function authenticate(request) {
    for (const scheme of schemes) {
      if (!request.endpoint.schemes.includes(scheme.name)) continue;
      const identity = await scheme.authenticate(request);
      if (!identity) continue;
      request.user = identity.user;
      request.auth = identity.auth;
      request.grant = identity.scopes && { scheme: scheme.name, scopes: identity.scopes };
      return;
    }
  };
}
