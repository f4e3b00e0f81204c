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

/**
 * The permissions that must all allow a request to an endpoint.
 *
 * @param further permissions of the deployment, for every path but those by which users log in, and the public ones
 *   where no scheme could tell who asks (the explorer, `/openapi.*`, health)
 * @throws Error for an unknown permission, so that a typo cannot leave a path unprotected
 */
export function permissionsFor(endpoint: Endpoint, further: readonly Permission[]): readonly Permission[] {
  const named = endpoint.permissions.map((name) => {
    const permission = Object.hasOwn(permissions, name) ? permissions[name] : undefined;
    if (!permission) {
      throw new Error(
        `openapi.yaml: ${endpoint.path} names the permission ${name}, which does not exist. ` +
          'Correct the name, or add it to src/pipeline/permissions/permissions.ts.',
      );
    }
    return permission;
  });
  const all = isExempt(endpoint) ? named : [...named, ...further];
  return [...all, withinScopes(endpoint, all)];
}

function isExempt({ permissions, schemes, throttleScope }: Endpoint): boolean {
  const isOpen = permissions.every((name) => name === 'AllowAny');
  return isOpen && (throttleScope === 'login' || schemes.length === 0);
}
