/** The interface of a permission. `x-permissions` in `openapi.yaml` names the permissions of each path. */
import type { Grant, User } from './scheme.js';

export interface PermissionRequest {
  readonly method: string;
  readonly path: string;
  /** null is the anonymous user. */
  readonly user: User | null;
  readonly auth: unknown;
  /** The scopes that limit the credential. undefined: it is not limited. */
  readonly grant: Grant | undefined;
}

/** The part of a record that decides who may change it. */
export interface Owned {
  readonly ownerId: number | null;
}

export interface Permission {
  /** Asked for every request to the path. */
  allows?(request: PermissionRequest): boolean;
  /** Asked once the record that the path names (`x-object`) is loaded. */
  allowsObject?(request: PermissionRequest, object: Owned): boolean;
}

/** Methods that only read: anybody may use them where a permission ends in `OrReadOnly`. */
export const isReadOnly = (method: string): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
