/** Stage 4: may this user use this path at all? Also for methods that the path does not have. */

import type { Endpoint } from '../../contract/contract.js';
import { type ApiError, NotAuthenticated, PermissionDenied } from '../../errors/index.js';
import type { ApiRequest, Stage } from '../api-request.js';
import type { PermissionsOf } from './permissions.js';

export function checkPermission(endpoints: readonly Endpoint[], permissionsOf: PermissionsOf): Stage {
  const required = new Map(endpoints.map((endpoint) => [endpoint, permissionsOf(endpoint)]));
  return function checkPermission(request) {
    for (const permission of required.get(request.endpoint) ?? []) {
      if (permission.allows && !permission.allows(request)) throw denial(request);
    }
  };
}

/** The same denial for a path and for an object: who is unknown is asked who they are, who is known is refused. */
export function denial({ user }: ApiRequest): ApiError {
  return user === null ? new NotAuthenticated() : new PermissionDenied();
}
