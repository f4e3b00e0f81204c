/** Tells whether the user of a request may use a method of its path, so that pages and OPTIONS offer nothing else. */
import type { Owned } from '../../extension/permission.js';
import type { Grant, User } from '../../extension/scheme.js';
import type { LocatedRequest } from '../phases.js';
import type { PermissionsOf } from './permissions.js';

/**
 * @param request anonymous until stage 3 has found the user
 * @param object the record that the path names; null when it is missing or the path names none
 */
export type MayUse = (request: UsingRequest, method: string, object: Owned | null) => boolean;

/** The endpoint need not be that of the request: a page also asks about the parts of its resource. */
interface UsingRequest extends Pick<LocatedRequest, 'endpoint' | 'path'> {
  readonly user?: User | null | undefined;
  readonly auth?: unknown;
  readonly grant?: Grant | undefined;
}

export function makeMayUse(permissionsOf: PermissionsOf): MayUse {
  return function mayUse({ endpoint, path, user = null, auth = null, grant }, method, object) {
    if (endpoint.object !== undefined && object === null) return false;
    const asked = { method, path, user, auth, grant };
    return permissionsOf(endpoint).every(
      ({ allows, allowsObject }) =>
        (allows?.(asked) ?? true) && (object === null || (allowsObject?.(asked, object) ?? true)),
    );
  };
}
