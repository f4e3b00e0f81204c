/** The permissions by the names that `openapi.yaml` uses, the scopes of a credential, and how both are asked. */
import type { Endpoint } from '../contract/contract.js';
import type { Method } from '../contract/specification.js';
import { NotAuthenticated, PermissionDenied } from '../errors/index.js';
import { isReadOnly, type Owned, type Permission } from '../extension.js';
import { ANONYMOUS, type Caller, type Located } from '../http/api-request.js';
import type { Log } from '../observability/log.js';

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
    allows(request) {
      const { grant, method } = request;
      if (grant === undefined) return true;
      const anonymous = { ...request, ...ANONYMOUS };
      const isOpen = ({ allows }: Permission) => allows === undefined || allows(anonymous) === true;
      if (others.every(isOpen)) return true;
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
interface Asked extends Located {
  readonly method: string;
}

export type Permissions = ReturnType<typeof makePermissions>;

/** @throws Error at the start for an unknown permission */
export function makePermissions(
  endpoints: readonly Endpoint[],
  log: Pick<Log, 'error'>,
  further: readonly Permission[] = [],
) {
  const strict = further.map((permission, index) => strictPermission(permission, index, log));
  const required = new Map(endpoints.map((endpoint) => [endpoint, permissionsFor(endpoint, strict)]));

  /** @param record asks about it; without it, about the path */
  function allows(
    caller: Caller,
    { endpoint, pathParameters, method, path }: Asked,
    record?: Owned,
  ): boolean {
    const asked = { method, path, endpoint: endpoint.name, parameters: pathParameters, ...caller };
    const isAllowed = (permission: Permission) =>
      record
        ? permission.allowsObject === undefined || permission.allowsObject(asked, record) === true
        : permission.allows === undefined || permission.allows(asked) === true;
    return required.get(endpoint)?.every(isAllowed) ?? false;
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

/** The permission of a deployment, which denies unless it returns `true` itself. Another kind of value is logged once. */
function strictPermission(permission: Permission, index: number, log: Pick<Log, 'error'>): Permission {
  const { name = `permissions[${index}]` } = permission;
  let isLogged = false;
  function judge(answer: unknown): boolean {
    if (typeof answer === 'boolean') return answer;
    ignoreRejection(answer);
    if (!isLogged) {
      const returned = answer instanceof Promise ? 'a promise' : typeof answer;
      log.error({ permission: name, returned }, 'a permission returned neither true nor false, which denies');
    }
    isLogged = true;
    return false;
  }
  return {
    name,
    ...(permission.allows && { allows: (request) => judge(permission.allows?.(request)) }),
    ...(permission.allowsObject && {
      allowsObject: (request, object) => judge(permission.allowsObject?.(request, object)),
    }),
  };
}

/** Nobody waits for the promise that a function returned by mistake: its rejection must not end the process. */
export function ignoreRejection(answer: unknown): void {
  if (answer instanceof Promise) answer.catch(() => undefined);
}

/** An anonymous user may log in; a known one gets 403. */
function denial({ user }: Caller): NotAuthenticated | PermissionDenied {
  return user === null ? new NotAuthenticated() : new PermissionDenied();
}
