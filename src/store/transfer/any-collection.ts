/** The collections of a store by name, for code that copies all records and looks at none. */
import type { AnyDefinition } from '../definition.js';
import type { Collections } from '../definitions.js';
import type { MetaRecord } from '../records.js';
import type { Store } from '../store.js';

export type Id = number | string;

export interface AnyRecord {
  readonly _id: Id;
  readonly [field: string]: unknown;
}

export interface AnyCollection {
  find(
    filter: { _id: { $gt: Id } | { $in: readonly Id[] } },
    options?: { sort?: { _id: 1 }; limit?: number; projection?: Readonly<Record<string, 0 | 1>> },
  ): { toArray(): Promise<AnyRecord[]> };
  findOne(
    filter: { _id: Id },
    options?: { projection?: Readonly<Record<string, 0 | 1>> },
  ): Promise<AnyRecord | null>;
  countDocuments(): Promise<number>;
}

/** A collection of a store, as what copies or checks all records needs it. */
export interface Stored {
  readonly name: string;
  readonly definition: AnyDefinition;
  readonly collection: AnyCollection;
  /** In one large write. */
  load(records: readonly AnyRecord[]): Promise<void>;
  readonly deleteAll: () => Promise<unknown>;
}

/** Facts about this store itself, and what is counted again. */
const LEFT_OUT = ['meta'];
/** What names a user comes before the users, and what has an id before the counters: writes go on meanwhile. */
const FIRST = ['snippets'];
const LAST = ['users', 'counters'];

/** What an export holds, in its order. */
export function transferredOf(store: Store): Stored[] {
  return storedIn(store).filter(({ name }) => !LEFT_OUT.includes(name));
}

export function storedIn(store: Store): Stored[] {
  const names = Object.keys(store.definitions);
  const others = names.filter((name) => !FIRST.includes(name) && !LAST.includes(name)).sort();
  return [...FIRST, ...others, ...LAST].flatMap((name) => {
    const definition = store.definitions[name];
    if (definition === undefined) return [];
    // The definitions have the name, and whole records go from one store to another as they are.
    const collection = store[name as keyof Collections] as unknown as AnyCollection & Collections['meta'];
    const load = (records: readonly AnyRecord[]) =>
      store.insertMany(collection, records as readonly object[] as readonly MetaRecord[]);
    return [{ name, definition, collection, load, deleteAll: () => collection.deleteMany({}) }];
  });
}

/** Whether the store may have deleted the record by now (`expireAfterSeconds`). */
export function hasExpired({ indexes }: AnyDefinition, record: AnyRecord, now = Date.now()): boolean {
  return indexes.some(({ key, expireAfterSeconds: seconds }) => {
    const date = record[Object.keys(key)[0] ?? ''];
    return seconds !== undefined && date instanceof Date && date.getTime() + seconds * 1000 <= now;
  });
}
