/** The permissions by the names that `openapi.yaml` uses. */
import type { Endpoint } from '../contract.js';
import { isReadOnly, type Permission } from './permission.js';
import { withinScopes } from './within-scopes.js';

export const permissions: Readonly<Record<string, Permission>> = {
  AllowAny: {},

  IsAuthenticatedOrReadOnly: {
    allows: ({ method, user }) => user !== null || isReadOnly(method),
  },

  IsOwnerOrReadOnly: {
    allowsObject: ({ method, user }, object) => isReadOnly(method) || object.ownerId === user?.id,
  },
};

/** @throws Error for a name that no permission has: the server must not start open-doored */
export function permissionsOf(endpoint: Endpoint): readonly Permission[] {
  const named = endpoint.permissions.map((name) => {
    const permission = Object.hasOwn(permissions, name) ? permissions[name] : undefined;
    if (!permission) throw new Error(`openapi.yaml names the permission ${name}, which does not exist.`);
    return permission;
  });
  return [...named, withinScopes(endpoint, named)];
}
