/** The permissions by the names that `openapi.yaml` uses. */
import type { Endpoint } from '../../contract/contract.js';
import { isReadOnly, type Permission } from '../../extension/permission.js';
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

/** Everything that must allow a request to an endpoint. */
export type PermissionsOf = (endpoint: Endpoint) => readonly Permission[];

/**
 * What it makes throws an Error for a name that no permission has: the server must not start open-doored.
 *
 * @param further those of the deployment, asked wherever not everybody may do everything
 */
export function makePermissionsOf(further: readonly Permission[] = []): PermissionsOf {
  return (endpoint) => {
    const named = endpoint.permissions.map((name) => {
      const permission = Object.hasOwn(permissions, name) ? permissions[name] : undefined;
      if (!permission) throw new Error(`openapi.yaml names the permission ${name}, which does not exist.`);
      return permission;
    });
    const isOpen = endpoint.permissions.every((name) => name === 'AllowAny');
    const all = isOpen ? named : [...named, ...further];
    return [...all, withinScopes(endpoint, all)];
  };
}
