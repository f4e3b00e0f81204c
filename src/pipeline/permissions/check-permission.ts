/** Stage 4: checks whether the user may use the path at all, also for methods that the path does not have. */
import type { Endpoint } from '../../contract/contract.js';
import type { AuthenticatedRequest } from '../phases.js';
import type { Stage } from '../stage.js';
import { denial } from './denial.js';
import type { PermissionsOf } from './permissions.js';

export function checkPermission(
  endpoints: readonly Endpoint[],
  permissionsOf: PermissionsOf,
): Stage<AuthenticatedRequest> {
  const required = new Map(endpoints.map((endpoint) => [endpoint, permissionsOf(endpoint)]));
  return function checkPermission(request, next) {
    for (const permission of required.get(request.endpoint) ?? []) {
      if (permission.allows && !permission.allows(request)) return Promise.reject(denial(request));
    }
    return next(request);
  };
}
