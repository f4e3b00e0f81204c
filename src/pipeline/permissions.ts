/** The permissions by the names that `openapi.yaml` uses, the scopes of a credential, and how a path asks them. */
import type { Endpoint } from '../contract/contract.js';
import type { Method } from '../contract/specification.js';
import { NotAuthenticated, PermissionDenied } from '../errors/index.js';
import { isReadOnly, type Owned, type Permission, type PermissionRequest } from '../extension.js';
import type { Route, Target } from '../http/route.js';
import { ANONYMOUS, type Caller } from '../http/sender.js';
import type { Log } from '../observability/log.js';

export const permissions: Readonly<Record<string, Permission>> = {
  AllowAny: {
    allows: () => true,
  },

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

type Policy = Pick<Route, 'permit' | 'permitRecord' | 'mayUse'>;

/**
 * @param further permissions of the deployment, for every path but the public ones
 * @throws Error for a permission that is unknown or could not be asked, so that no mistake leaves a path unprotected
 */
export function makePolicy(endpoint: Endpoint, further: readonly Permission[]): Policy {
  const all = endpoint.permissions.map((name) => permissionNamed(name, endpoint));
  if (!endpoint.isPublic) all.push(...further);
  all.push(withinScopes(endpoint, [...all]));

  const asked = (caller: Caller, { parameters, path }: Target, method: string): PermissionRequest => ({
    ...{ method, path, endpoint: endpoint.name, parameters },
    ...caller,
  });
  const allows = (request: PermissionRequest) =>
    all.every((permission) => permission.allows === undefined || permission.allows(request) === true);
  const allowsObject = (request: PermissionRequest, record: Owned) =>
    all.every(
      (permission) =>
        permission.allowsObject === undefined || permission.allowsObject(request, record) === true,
    );

  return {
    permit(caller, target, method) {
      if (!allows(asked(caller, target, method))) throw denial(caller);
    },
    permitRecord(caller, target, method, record) {
      if (record !== null && !allowsObject(asked(caller, target, method), record)) throw denial(caller);
    },
    mayUse(caller, target, method, record) {
      if (endpoint.object !== undefined && record === null) return false;
      const request = asked(caller, target, method);
      return allows(request) && (!record || allowsObject(request, record));
    },
  };
}

function permissionNamed(name: string, { path, object }: Endpoint): Permission {
  const permission = Object.hasOwn(permissions, name) ? permissions[name] : undefined;
  if (!permission)
    throw new Error(
      `openapi.yaml: ${path} names the permission ${name}, which does not exist. ` +
        'Correct the name, or add it to src/pipeline/permissions.ts.',
    );
  if (permission.allowsObject && object === undefined)
    throw new Error(
      `openapi.yaml: ${path} has the object permission ${name} and no x-object: it would never be asked. ` +
        'Add x-object with the collection whose record {id} names.',
    );
  return permission;
}

/** @param others the other permissions of the endpoint: what they allow everybody needs no scope */
function withinScopes({ operations }: Endpoint, others: readonly Permission[]): Permission {
  /** A method without an operation is asked for like one that reads, or one that writes. undefined: none is enough. */
  function neededScopes(scheme: string, method: string): readonly string[] | undefined {
    const operation = operations.get(method === 'HEAD' ? 'get' : (method.toLowerCase() as Method));
    return operation ? operation.scopes[scheme] : [isReadOnly(method) ? 'read' : 'write'];
  }
  return {
    allows(request) {
      const { grant, method } = request;
      if (grant === undefined) return true;
      const anonymous = { ...request, ...ANONYMOUS };
      const isOpen = ({ allows }: Permission) => allows === undefined || allows(anonymous) === true;
      if (others.every(isOpen)) return true;
      return neededScopes(grant.scheme, method)?.every((scope) => grant.scopes.includes(scope)) === true;
    },
  };
}

/** The permissions of a deployment. @param log gets each wrong kind of answer once */
export function strictPermissions(
  further: readonly Permission[],
  log: Pick<Log, 'error'>,
): readonly Permission[] {
  return further.map((permission, index) => strictPermission(permission, index, log));
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
