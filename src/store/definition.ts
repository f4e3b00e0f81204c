/** The definition of a collection: name, indexes, and what the embedded store needs to know about its fields. */
import type { Collection, Identified } from './collection.js';
import type { Json } from './records.js';

export interface Index<D> {
  readonly key: { readonly [P in keyof D]?: 1 };
  readonly unique?: true;
  /** Only of records that have the field: a unique one lets any number of them lack it. */
  readonly sparse?: true;
  /** TTL: a record is deleted this many seconds after the date. Sweeps lag up to a minute, so reads compare too. */
  readonly expireAfterSeconds?: number;
}

/**
 * What a field holds. `name` is a text of letters, digits, `_`, `-` and `/`; `markup` is escaped text with spans;
 * `terms` is a list that is searched and never read: the embedded store keeps only its index.
 */
type Kind<T> = Json extends T
  ? 'json'
  : T extends Date
    ? 'date'
    : T extends boolean
      ? 'boolean'
      : T extends number
        ? 'integer'
        : T extends string
          ? 'text' | 'name' | 'markup'
          : T extends readonly string[]
            ? 'terms'
            : 'json';

/** `text?` may be missing, `text|null` may be null. */
type Field<T> = `${Kind<NonNullable<T>>}${undefined extends T ? '?' : ''}${null extends T ? '|null' : ''}`;

type FieldsOf<D, T> = { [P in keyof D]-?: Extract<D[P], T> extends never ? never : P }[keyof D];
type KeysOf<I> = I extends { readonly key: infer Key } ? keyof Key : never;

interface Parts<D extends Identified> {
  readonly name: string;
  /** All fields: a missing or wrong one does not compile. The stores need the dates, an import all of them. */
  readonly fields: { readonly [P in keyof D]-?: Field<D[P]> };
  /** Read by who needs it: left out where a path loads a record. */
  readonly readApart?: readonly (keyof D)[];
  /** Large fields that most reads leave out: the embedded store keeps each in a column of its own. */
  readonly ownColumns?: readonly FieldsOf<D, string>[];
}

export interface Definition<D extends Identified, K extends keyof D> extends Parts<D> {
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
    definition: Parts<D> & { readonly indexes: I },
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
  readonly fields: Readonly<Record<string, string>>;
  readonly ownColumns?: readonly PropertyKey[];
  readonly readApart?: readonly PropertyKey[];
  readonly indexes: readonly IndexDescription[];
}

/** The definitions of a store, by the names that `x-object` in `openapi.yaml` uses. */
export type AnyDefinitions = Readonly<Record<string, AnyDefinition>>;

/** The names of the fields of a kind, also of those that may be missing. */
export const fieldsOf = ({ fields }: Pick<AnyDefinition, 'fields'>, kind: 'date' | 'terms'): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.startsWith(kind) ? [name] : []));

/** The typed collection that a definition makes. */
export type CollectionOf<Def> = Def extends Definition<infer D, infer K> ? Collection<D, K> : never;

/** MongoDB's default index name: `created_1__id_1`. */
export function indexName(key: object): string {
  return Object.entries(key)
    .map(([field, direction]) => `${field}_${direction}`)
    .join('_');
}
