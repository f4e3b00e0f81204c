/** The permissions by the names that `openapi.yaml` uses, the scopes of a credential, and how both are asked. */
import type { Endpoint } from '../contract/contract.js';
import type { Method } from '../contract/specification.js';
import { NotAuthenticated, PermissionDenied } from '../errors/index.js';
import { isReadOnly, type Owned, type Permission } from '../extension.js';
import { ANONYMOUS, type Caller } from './api-request.js';

export const permissions: Readonly<Record<string, Permission>> = {
  AllowAny: {},

  IsAuthenticated: {
    allows: ({ user }) => user !== null,
  },

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
 * @param further permissions of the deployment, for every path but the public ones
 * @throws Error for a permission that is unknown or could not be asked, so that no mistake leaves a path unprotected
 */
export function permissionsFor(endpoint: Endpoint, further: readonly Permission[]): readonly Permission[] {
  const named = endpoint.permissions.map((name) => {
    const permission = Object.hasOwn(permissions, name) ? permissions[name] : undefined;
    if (!permission) {
      throw new Error(
        `openapi.yaml: ${endpoint.path} names the permission ${name}, which does not exist. ` +
          'Correct the name, or add it to src/pipeline/permissions.ts.',
      );
    }
    if (permission.allowsObject && endpoint.object === undefined)
      throw new Error(
        `openapi.yaml: ${endpoint.path} has the object permission ${name} and no x-object: it would never be asked. ` +
          'Add x-object with the collection whose record {id} names.',
      );
    return permission;
  });
  const all = endpoint.isPublic ? named : [...named, ...further];
  return [...all, withinScopes(endpoint, all)];
}

/** @param others the other permissions of the endpoint: what they allow everybody needs no scope */
function withinScopes(endpoint: Endpoint, others: readonly Permission[]): Permission {
  return {
    allows({ grant, method, path }) {
      if (grant === undefined) return true;
      const anonymous = { method, path, ...ANONYMOUS };
      if (others.every((permission) => permission.allows?.(anonymous) ?? true)) return true;
      return neededScopes(endpoint, grant.scheme, method).every((scope) => grant.scopes.includes(scope));
    },
  };
}

/** A method without an operation is asked for like one that reads, or one that writes. */
function neededScopes({ operations }: Endpoint, scheme: string, method: string): readonly string[] {
  const operation = operations.get(method === 'HEAD' ? 'get' : (method.toLowerCase() as Method));
  if (operation) return operation.scopes[scheme] ?? [];
  return [isReadOnly(method) ? 'read' : 'write'];
}

/** What a caller wants to do. The path need not be that of the request: pages also ask about other paths. */
interface Asked {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly path: string;
}

export type Permissions = ReturnType<typeof makePermissions>;

/** @throws Error at the start for an unknown permission */
export function makePermissions(endpoints: readonly Endpoint[], further: readonly Permission[] = []) {
  const required = new Map(endpoints.map((endpoint) => [endpoint, permissionsFor(endpoint, further)]));

  /** @param record asks about it; without it, about the path */
  function allows(caller: Caller, { endpoint, method, path }: Asked, record?: Owned): boolean {
    const asked = { method, path, ...caller };
    const isAllowed = (permission: Permission) =>
      record ? permission.allowsObject?.(asked, record) : permission.allows?.(asked);
    return required.get(endpoint)?.every((permission) => isAllowed(permission) ?? true) ?? false;
  }

  return {
    /** Also for methods that the path does not have. @throws NotAuthenticated, PermissionDenied */
    permit(caller: Caller, asked: Asked): void {
      if (!allows(caller, asked)) throw denial(caller);
    },

    /** @throws NotAuthenticated, PermissionDenied */
    permitRecord(caller: Caller, asked: Asked, record: Owned | null): void {
      if (record !== null && !allows(caller, asked, record)) throw denial(caller);
    },

    /**
     * Whether the caller may use a method, so that pages and OPTIONS offer nothing else.
     *
     * @param record the one that the path names; null when it is missing or the path names none, undefined when nobody
     *   has looked for it: then only the path decides
     */
    mayUse(caller: Caller, asked: Asked, record: Owned | null | undefined): boolean {
      if (asked.endpoint.object !== undefined && record === null) return false;
      return allows(caller, asked) && (!record || allows(caller, asked, record));
    },
  };
}

/** An anonymous user may log in; a known one gets 403. */
function denial({ user }: Caller): NotAuthenticated | PermissionDenied {
  return user === null ? new NotAuthenticated() : new PermissionDenied();
}
