/** Whether a request's user may use a method of its path: for what pages and OPTIONS offer. */

import type { Owned } from '../../extension/permission.js';
import type { ApiRequest } from '../api-request.js';
import type { PermissionsOf } from './permissions.js';

/** @param object the document that the path names; null when it is missing or the path names none */
export type MayUse = (
  request: Pick<ApiRequest, 'endpoint' | 'path' | 'user' | 'auth' | 'grant'>,
  method: string,
  object: Owned | null,
) => boolean;

export function makeMayUse(permissionsOf: PermissionsOf): MayUse {
  return function mayUse({ endpoint, path, user, auth, grant }, method, object) {
    if (endpoint.object !== undefined && object === null) return false;
    const asked = { method, path, user, auth, grant };
    return permissionsOf(endpoint).every(
      ({ allows, allowsObject }) =>
        (allows?.(asked) ?? true) && (object === null || (allowsObject?.(asked, object) ?? true)),
    );
  };
}
