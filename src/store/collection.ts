/** The subset of MongoDB's `Collection` that this service uses. The official driver's collection fits this type. */

/** Every record has an `_id` from the service: an integer from a counter, or a text. */
export interface Identified {
  _id: number | string;
}

/**
 * Matches records that have all of these terms. An expression `/^begin/` matches a term that begins so. `$all: []`
 * matches nothing.
 */
interface Holds {
  $all: readonly (string | RegExp)[];
}

/** A value, or the comparison operators of the subset. Equality with `null` also finds a missing field. */
export type Condition<V> = [NonNullable<V>] extends [readonly string[]] ? Holds : Comparison<V>;

type Comparison<V> =
  | V
  | {
      $gt?: NonNullable<V>;
      $gte?: NonNullable<V>;
      $lt?: NonNullable<V>;
      $lte?: NonNullable<V>;
      $in?: readonly V[];
      /** Also of a record without the field. */
      $ne?: NonNullable<V>;
    };

/** One record by `_id`. Other fields must match too: `{ _id: 7, version: 3 }` finds nothing once the version is 4. */
export type ById<D extends Identified> = { _id: D['_id'] } & {
  [P in Exclude<keyof D, '_id'>]?: Condition<D[P]>;
};

/** Conditions on `_id` and on fields with a declared index. Of `$or` one alternative has to match. */
export type ByIndex<D extends Identified, K extends keyof D> = {
  [P in K | ('_id' & keyof D)]?: Condition<D[P]>;
} & { $or?: { [P in K]?: Condition<D[P]> }[] };

/** A filter on a field without a declared index does not compile: it would read the whole collection. */
export type Filter<D extends Identified, K extends keyof D> = ById<D> | ByIndex<D, K>;

/** The first key is the first to sort by, as with MongoDB. */
export type Sort<D extends Identified, K extends keyof D> = { [P in K | ('_id' & keyof D)]?: 1 | -1 };

/** Either the fields to leave out, or the fields to return (`_id` is always returned). */
export type Projection<D> = { [P in Exclude<keyof D, '_id'>]?: 0 } | { [P in keyof D]?: 1 };

/** The part of a record that a projection returns. */
export type Projected<D, P> = [P] extends [Record<string, never>]
  ? D
  : P extends { readonly [field: string]: 0 }
    ? Omit<D, keyof P>
    : Pick<D, Extract<keyof P | '_id', keyof D>>;

export interface Update<D extends Identified> {
  $set?: Partial<Omit<D, '_id'>>;
  $inc?: { [P in keyof D as P extends '_id' ? never : D[P] extends number ? P : never]?: number };
}

export interface Cursor<T> {
  toArray(): Promise<T[]>;
}

export interface FindOptions<D extends Identified, K extends keyof D, P> {
  projection?: P;
  sort?: Sort<D, K>;
  limit?: number;
  /** MongoDB: sees every write that was acknowledged before, and none that a failover takes back. */
  readConcern?: 'linearizable';
}

/** Of a read that may take many turns of the event loop. */
export interface ReadManyOptions<D extends Identified, K extends keyof D, P> extends FindOptions<D, K, P> {
  /** Aborted when nobody waits for the records any more. Checked before each query, and before records are decoded. */
  signal?: AbortSignal | undefined;
}

/**
 * @typeParam D the record
 * @typeParam K the fields with a declared index (see `definition.ts`)
 */
export interface Collection<D extends Identified, K extends keyof D> {
  readonly collectionName: string;
  find<const P extends Projection<D> = Record<never, never>>(
    filter: Filter<D, K>,
    options?: FindOptions<D, K, P>,
  ): Cursor<Projected<D, P>>;
  findOne<const P extends Projection<D> = Record<never, never>>(
    filter: Filter<D, K>,
    options?: FindOptions<D, K, P>,
  ): Promise<Projected<D, P> | null>;
  /** Rejects with a duplicate key error (`isDuplicateKey`) when `_id` or a unique field is taken. */
  insertOne(record: D): Promise<{ insertedId: D['_id'] }>;
  updateOne(
    filter: ById<D>,
    update: Update<D>,
    options?: { upsert?: boolean },
  ): Promise<{ matchedCount: number }>;
  deleteOne(filter: Filter<D, K>): Promise<{ deletedCount: number }>;
  deleteMany(filter: Filter<D, K>): Promise<{ deletedCount: number }>;
}
