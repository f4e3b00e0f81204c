/** A credential may be limited to scopes; which ones an operation needs stands in its `security`. */
import type { Endpoint } from '../../contract/contract.js';
import { isReadOnly, type Permission, type PermissionRequest } from '../../extension/permission.js';

/** @param permissions the other permissions of the endpoint */
export function withinScopes(endpoint: Endpoint, permissions: readonly Permission[]): Permission {
  return {
    allows(request) {
      const { grant, method } = request;
      if (grant === undefined || isOpen(request, permissions)) return true;
      return neededScopes(endpoint, grant.scheme, method).every((scope) => grant.scopes.includes(scope));
    },
  };
}

/** What everybody may do needs no scope. */
function isOpen(request: PermissionRequest, permissions: readonly Permission[]): boolean {
  const { method, path } = request;
  const anonymous = { method, path, user: null, auth: null, grant: undefined };
  return permissions.every((permission) => permission.allows?.(anonymous) ?? true);
}

/** A method without an operation is asked for like one that reads, or one that writes. */
function neededScopes({ operations }: Endpoint, scheme: string, method: string): readonly string[] {
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  for (const [declared, { scopes }] of operations) if (declared === name) return scopes[scheme] ?? [];
  return [isReadOnly(method) ? 'read' : 'write'];
}
