/** The permissions by the names that `openapi.yaml` uses, the scopes of a credential, and how both are asked. */
import type { Endpoint } from '../contract/contract.js';
import { NotAuthenticated, PermissionDenied } from '../errors/index.js';
import { isReadOnly, type Owned, type Permission, type PermissionRequest } from '../extension.js';
import type { Caller } from './api-request.js';

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

/** What a caller wants to do. The path need not be that of the request: pages also ask about other paths. */
interface Asked {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly path: string;
}

export interface Permissions {
  /** Also for methods that the path does not have. @throws NotAuthenticated, PermissionDenied */
  permit(caller: Caller, asked: Asked): void;
  /** @throws NotAuthenticated, PermissionDenied */
  permitRecord(caller: Caller, asked: Asked, record: Owned | null): void;
  /**
   * Whether the caller may use a method, so that pages and OPTIONS offer nothing else.
   *
   * @param record the one that the path names; null when it is missing or the path names none, undefined when nobody has
   *   looked for it: then only the path decides
   */
  mayUse(caller: Caller, asked: Asked, record: Owned | null | undefined): boolean;
}

/**
 * @param further permissions of the deployment
 * @throws Error at the start for an unknown permission
 */
export function makePermissions(
  endpoints: readonly Endpoint[],
  further: readonly Permission[] = [],
): Permissions {
  const required = new Map(endpoints.map((endpoint) => [endpoint, permissionsFor(endpoint, further)]));

  function allows(caller: Caller, { endpoint, method, path }: Asked): boolean {
    const asked = { method, path, ...caller };
    return required.get(endpoint)?.every((permission) => permission.allows?.(asked) ?? true) ?? false;
  }

  function allowsRecord(caller: Caller, { endpoint, method, path }: Asked, record: Owned): boolean {
    const asked = { method, path, ...caller };
    const permissions = required.get(endpoint);
    return permissions?.every((permission) => permission.allowsObject?.(asked, record) ?? true) ?? false;
  }

  return {
    permit(caller, asked) {
      if (!allows(caller, asked)) throw denial(caller);
    },
    permitRecord(caller, asked, record) {
      if (record !== null && !allowsRecord(caller, asked, record)) throw denial(caller);
    },
    mayUse(caller, asked, record) {
      if (asked.endpoint.object !== undefined && record === null) return false;
      return allows(caller, asked) && (!record || allowsRecord(caller, asked, record));
    },
  };
}

/** An anonymous user may log in; a known one gets 403. */
function denial({ user }: Caller): NotAuthenticated | PermissionDenied {
  return user === null ? new NotAuthenticated() : new PermissionDenied();
}
