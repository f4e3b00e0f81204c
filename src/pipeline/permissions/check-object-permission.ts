/** Stage 7, after loading: may this user do this to this document? */

import type { Endpoint } from '../../contract/contract.js';
import type { Stage } from '../api-request.js';
import { denial } from './check-permission.js';
import type { PermissionsOf } from './permissions.js';

export function checkObjectPermission(endpoints: readonly Endpoint[], permissionsOf: PermissionsOf): Stage {
  const required = new Map(endpoints.map((endpoint) => [endpoint, permissionsOf(endpoint)]));
  return function checkObjectPermission(request) {
    if (request.object === null) return;
    for (const permission of required.get(request.endpoint) ?? []) {
      if (permission.allowsObject && !permission.allowsObject(request, request.object)) throw denial(request);
    }
  };
}
