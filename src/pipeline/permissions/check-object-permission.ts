/** Stage 7, after loading: checks whether the user may do this to the loaded object. */
import type { Endpoint } from '../../contract/contract.js';
import type { LoadedRequest } from '../phases.js';
import type { Stage } from '../stage.js';
import { denial } from './denial.js';
import type { PermissionsOf } from './permissions.js';

export function checkObjectPermission(
  endpoints: readonly Endpoint[],
  permissionsOf: PermissionsOf,
): Stage<LoadedRequest> {
  const required = new Map(endpoints.map((endpoint) => [endpoint, permissionsOf(endpoint)]));
  return function checkObjectPermission(request, next) {
    const { endpoint, object } = request;
    if (object === null) return next(request);
    for (const permission of required.get(endpoint) ?? []) {
      if (permission.allowsObject && !permission.allowsObject(request, object)) throw denial(request);
    }
    return next(request);
  };
}
