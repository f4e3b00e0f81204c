/** The definition of a collection: its name, its fields, which make the type of its records, and its indexes. */
import type { PlainReason } from '../highlighting/markup.js';
import type { Collection, Identified } from './collection.js';

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface Index<Key = { readonly [field: string]: 1 }> {
  readonly key: Key;
  readonly unique?: true;
  /** Only of records that have the field: a unique one lets any number of them lack it. */
  readonly sparse?: true;
  /** TTL: a record is deleted this many seconds after the date. Sweeps lag up to a minute, so reads compare too. */
  readonly expireAfterSeconds?: number;
}

/**
 * What a field holds, by its kind. `name` is a text of letters, digits, `_`, `-` and `/`; `markup` is escaped text with
 * spans, `long markup` the same, perhaps compressed; `terms` is a list that is searched and never read: the embedded
 * store keeps only its index; `any` is for facts about the store itself, which no export has.
 */
interface Kinds {
  integer: number;
  boolean: boolean;
  text: string;
  name: string;
  markup: string;
  'long markup': string;
  plain: PlainReason;
  date: Date;
  terms: string[];
  any: Json;
}

/** `text?` may be missing, `text|null` may be null. */
type Kind = keyof Kinds | `${keyof Kinds}?` | `${keyof Kinds}|null`;
type Value<K> = K extends keyof Kinds
  ? Kinds[K]
  : K extends `${infer Of extends keyof Kinds}|null`
    ? Kinds[Of] | null
    : K extends `${infer Of extends keyof Kinds}?`
      ? Kinds[Of]
      : never;

type Fields = { readonly _id: 'integer' | 'text' } & { readonly [field: string]: Kind };
type IndexOf<F> = Index<{ readonly [P in keyof F]?: 1 }>;
type Optional<F> = { [P in keyof F]: F[P] extends `${string}?` ? P : never }[keyof F];
type KeysOf<I> = I extends { readonly key: infer Key } ? keyof Key : never;

/** The record that has these fields. */
export type RecordWith<F> = { -readonly [P in Exclude<keyof F, Optional<F>>]: Value<F[P]> } & {
  -readonly [P in Optional<F>]?: Value<F[P]>;
};

export interface Definition<F, K> {
  readonly name: string;
  /** The stores need the dates, an import all of them. */
  readonly fields: F;
  /** Large texts that most reads leave out: the embedded store keeps each in a column of its own. */
  readonly ownColumns?: readonly (keyof F)[];
  readonly indexes: readonly IndexOf<F>[];
  /** The fields that a filter may name. Exists only as a type. */
  readonly indexed?: K;
}

/** Defines a collection. Its `fields` make the type of its records, and its `indexes` the fields that a filter may name. */
export function define<const F extends Fields, const I extends readonly IndexOf<F>[]>(
  definition: Omit<Definition<F, never>, 'indexes' | 'indexed'> & { readonly indexes: I },
): Definition<F, KeysOf<I[number]> & keyof F> {
  return definition;
}

/** A definition without the type of its records. */
export interface AnyDefinition {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly ownColumns?: readonly PropertyKey[];
  readonly indexes: readonly Index[];
}

/** The definitions of a store, by the names that `x-object` in `openapi.yaml` uses. */
export type AnyDefinitions = Readonly<Record<string, AnyDefinition>>;

/** The names of the fields of a kind, also of those that may be missing, and of long ones. */
export const fieldsOf = ({ fields }: Pick<AnyDefinition, 'fields'>, kind: keyof Kinds): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.includes(kind));

/** The typed collection that a definition makes. */
export type CollectionOf<Def> = Def extends { readonly fields: infer F; readonly indexed?: infer K }
  ? RecordWith<F> extends infer D extends Identified
    ? Collection<D, K & keyof D>
    : never
  : never;

/** MongoDB's default index name: `created_1__id_1`. */
export function indexName(key: object): string {
  return Object.entries(key)
    .map(([field, direction]) => `${field}_${direction}`)
    .join('_');
}
