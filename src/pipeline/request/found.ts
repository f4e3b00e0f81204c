/** What the steps of `respond` find out about a request. */
import type { Grant, User } from '../../extension/scheme.js';

/** As sent, decoded. */
export type PathParameters = Readonly<Record<string, string>>;

/** Who is asking, and by what. */
export interface Caller {
  /** null is the anonymous user. */
  readonly user: User | null;
  /** The auth value of the scheme that succeeded. */
  readonly auth: unknown;
  /** The scopes that limit the credential. undefined: it is not limited. */
  readonly grant: Grant | undefined;
}

export const ANONYMOUS: Caller = { user: null, auth: null, grant: undefined };

/** The record that a path names (`x-object`), of any collection. */
export interface LoadedRecord {
  readonly _id: number;
  /** null for a record without an owner, and in collections whose records have none. */
  readonly ownerId: number | null;
  /** Counts the saves, from 1. undefined in collections that count none: their records have no ETag. */
  readonly version?: number;
  readonly [field: string]: unknown;
}

/** Parameters and body as the handler gets them. */
export interface ValidInput {
  parameters: Record<'path' | 'query' | 'header', Record<string, unknown>>;
  body: unknown;
}
