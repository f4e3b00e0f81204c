/** The interface of the store, MongoDB or embedded, and of the log that it needs. */

import type { Collection, Filter, Identified, Projected, Projection, ReadManyOptions } from './collection.js';
import type { AnyDefinitions } from './definition.js';
import type { Collections } from './definitions.js';
import type { OwnedRecord } from './records.js';

/** How many ids of users' snippets are read before they are sent. */
export const IDS_AT_ONCE = 10_000;

export interface Store extends Collections {
  readonly kind: 'mongodb' | 'embedded';
  /** The definitions of its collections, by name. */
  readonly definitions: AnyDefinitions;
  /**
   * Resolves when the indexes exist and the version is right. Rejects when that can never happen
   * (StoreRefused, or the store was closed). Commands wait for it; a server answers 503 until then.
   */
  readonly ready: Promise<void>;
  /**
   * `collection.find(filter, options).toArray()` for the batches of long lists: quicker, and each batch is decoded in a
   * turn of the event loop of its own.
   */
  readMany<D extends Identified, K extends keyof D, const P extends Projection<D>>(
    collection: Collection<D, K>,
    filter: Filter<D, K>,
    options: ReadManyOptions<D, K, P>,
  ): Promise<Projected<D, P>[]>;
  /** Inserts records of an import in one large write. */
  insertMany<D extends Identified, K extends keyof D>(
    collection: Collection<D, K>,
    records: readonly D[],
  ): Promise<void>;
  /**
   * Inserts a record with the next id of its collection and the time of that id: ids ascend from 1 and are never used
   * twice, not even after a delete.
   *
   * @returns the id of the record
   */
  insertNext<D extends Next>(collection: Insertable<D>, record: Omit<D, keyof Next>): Promise<number>;
  /**
   * Replaces fields of a record as it was saved last, and counts the save. An empty object only counts it.
   *
   * @returns whether it was there: it is not once another request has saved or deleted it
   */
  replace<D extends Version>(
    collection: Insertable<D>,
    at: Version,
    set: Partial<Omit<D, keyof OwnedRecord>> & Partial<Pick<OwnedRecord, 'ownerId' | 'owner'>>,
  ): Promise<boolean>;
  /** Deletes a record as it was saved last. @returns whether it was there */
  remove<D extends Version>(collection: Insertable<D>, at: Version): Promise<boolean>;
  /** Resolves when no write can still arrive that another process has begun before the call. */
  settle(): Promise<void>;
  /** Empties the index of terms, damaged or not. MongoDB has none of its own. */
  emptyTerms?(): Promise<void>;
  /** Makes the records of `usage` anew, where they are kept. */
  countUsage(): Promise<void>;
  /**
   * The ids of users' snippets, ascending, as text with commas: a user may have very many.
   *
   * @param owners ascending
   * @param viewer who asks; null: nobody is known
   * @returns of the first of them, at least of one: further ones only while few ids have been read
   */
  idsByOwner(
    owners: readonly number[],
    viewer: number | null,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, string>>;
  /** The most records of one `readMany`: few enough for the event loop and the memory, even if each record is large. */
  readonly mostAtOnce: number;
  /** Saves that wait for others, for the metrics. The driver of MongoDB tells none. */
  readonly waiting?: number;
  /** MongoDB answers, and indexes are being made, which may take minutes. */
  readonly isPreparing: boolean;
  /** Rejects while the store cannot be reached, is not ready, or is refused. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** An id and its time, given in one step: in every process, and after a clock was set back, times grow with ids. */
export interface Next {
  readonly _id: number;
  readonly created: Date;
}

/** One record as it was saved last. It matches nothing once another request has saved. */
export type Version = Pick<OwnedRecord, '_id' | 'version'>;

/** The collection of `D`, to insert into. */
export type Insertable<D extends Identified> = Pick<Collection<D, never>, 'collectionName' | 'insertOne'>;

export interface OpenOptions {
  /** Definitions of collections beside the service's own. */
  readonly further?: AnyDefinitions | undefined;
  /** A store that belongs to another key is refused. undefined: every store is accepted. */
  readonly secretKey?: string | undefined;
  /** Whether there is a quota; undefined: a command, which keeps `usage` if it is kept. */
  readonly hasQuota?: boolean | undefined;
  /** For `import`, which may begin anew. It and another process that uses the embedded store refuse each other. */
  readonly isImport?: boolean;
  /** For `check`. Otherwise a store with an unfinished import is refused. */
  readonly takesUnfinishedImport?: boolean;
}

/** The part of pino's interface that the store uses. */
export interface StoreLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
