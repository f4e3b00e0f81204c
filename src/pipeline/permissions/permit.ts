/** Asks the permissions of an endpoint. */
import type { Endpoint } from '../../contract/contract.js';
import { NotAuthenticated, PermissionDenied } from '../../errors/index.js';
import type { Owned, Permission } from '../../extension/permission.js';
import type { Caller } from '../request/found.js';
import { permissionsFor } from './permissions.js';

/** What a caller wants to do. The path need not be that of the request: pages also ask about other paths. */
interface Asked {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly path: string;
}

export interface Permit {
  /** Also for methods that the path does not have. @throws NotAuthenticated, PermissionDenied */
  permit(caller: Caller, asked: Asked): void;
  /** @throws NotAuthenticated, PermissionDenied */
  permitRecord(caller: Caller, asked: Asked, record: Owned | null): void;
  /**
   * Whether the caller may use a method, so that pages and OPTIONS offer nothing else.
   *
   * @param record the one that the path names; null when it is missing or the path names none
   */
  mayUse(caller: Caller, asked: Asked, record: Owned | null): boolean;
}

export type MayUse = Permit['mayUse'];

/**
 * @param further permissions of the deployment
 * @throws Error at the start for an unknown permission
 */
export function makePermit(endpoints: readonly Endpoint[], further: readonly Permission[] = []): Permit {
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
      return allows(caller, asked) && (record === null || allowsRecord(caller, asked, record));
    },
  };
}

/** An anonymous user may log in; a known one gets 403. */
function denial({ user }: Caller): NotAuthenticated | PermissionDenied {
  return user === null ? new NotAuthenticated() : new PermissionDenied();
}
