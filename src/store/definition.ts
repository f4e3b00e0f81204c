/** The definition of a collection: name, indexes, and what the embedded store needs to know about its fields. */
import type { Collection, Identified } from './collection.js';

export interface Index<D> {
  readonly key: { readonly [P in keyof D]?: 1 };
  readonly unique?: true;
  /** Only of records that have the field: a unique one lets any number of them lack it. */
  readonly sparse?: true;
  /** TTL: a record is deleted this many seconds after the date. Sweeps lag up to a minute, so reads compare too. */
  readonly expireAfterSeconds?: number;
}

type FieldsOf<D, T> = { [P in keyof D]-?: Extract<D[P], T> extends never ? never : P }[keyof D];
type KeysOf<I> = I extends { readonly key: infer Key } ? keyof Key : never;

interface Fields<D extends Identified> {
  readonly name: string;
  readonly idType: D['_id'] extends number ? 'integer' : 'text';
  /** Every date field, so that the embedded store reads dates back as dates; a missing one does not compile. */
  readonly dates: { readonly [P in FieldsOf<D, Date>]: undefined extends D[P] ? 'optional' : true };
  /** Read by who needs it: left out where a path loads a record, as terms are. */
  readonly readApart?: readonly (keyof D)[];
  /** Large fields that most reads leave out: the embedded store keeps each in a column of its own. */
  readonly ownColumns?: readonly FieldsOf<D, string>[];
}

/** The field that is a list of terms. The embedded store keeps only the index of it, so it is never read. */
type Terms<D> = [FieldsOf<D, readonly string[]>] extends [never]
  ? unknown
  : { readonly terms: FieldsOf<D, readonly string[]> };

export interface Definition<D extends Identified, K extends keyof D> extends Fields<D> {
  readonly indexes: readonly Index<D>[];
  /** The fields that a filter may name. Exists only as a type. */
  readonly indexed?: K;
}

/**
 * Defines a collection of `D`. The fields of `indexes` become the fields that a filter may name.
 *
 *     define<UserRecord>()({ name: 'users', ..., indexes: [{ key: { username: 1 }, unique: true }] })
 */
export function define<D extends Identified>() {
  return <const I extends readonly Index<D>[]>(
    definition: Fields<D> & Terms<D> & { readonly indexes: I },
  ): Definition<D, KeysOf<I[number]> & keyof D> => definition;
}

/** An index as MongoDB describes it; a TTL index (`expireAfterSeconds`) has one date field. */
interface IndexDescription {
  readonly key: { readonly [field: string]: 1 };
  readonly unique?: boolean;
  readonly sparse?: boolean;
  readonly expireAfterSeconds?: number;
}

/** A definition without the type of its records. */
export interface AnyDefinition {
  readonly name: string;
  readonly idType: 'integer' | 'text';
  readonly dates: object;
  readonly ownColumns?: readonly PropertyKey[];
  readonly terms?: PropertyKey;
  readonly readApart?: readonly PropertyKey[];
  readonly indexes: readonly IndexDescription[];
}

/** The definitions of a store, by the names that `x-object` in `openapi.yaml` uses. */
export type AnyDefinitions = Readonly<Record<string, AnyDefinition>>;

/** The typed collection that a definition makes. */
export type CollectionOf<Def> = Def extends Definition<infer D, infer K> ? Collection<D, K> : never;

/** MongoDB's default index name: `created_1__id_1`. */
export function indexName(key: object): string {
  return Object.entries(key)
    .map(([field, direction]) => `${field}_${direction}`)
    .join('_');
}
