/** The subset of MongoDB's `Collection` over one SQLite table. */
import type {
  Collection,
  Cursor,
  Filter,
  FindOptions,
  Identified,
  IndexDescription,
  Projected,
  Projection,
  Sort,
  Update,
} from '../collection.js';
import { indexName } from '../definition.js';
import { applyUpdate, equalities } from './apply-update.js';
import { compileFilter } from './compile-filter.js';
import type { Connection } from './connection.js';
import { encodeRecord } from './encode-record.js';
import { ensureIndex } from './ensure-index.js';
import { Reader } from './reader.js';
import { type Reading, readingOf } from './reading.js';
import type { Value } from './sqlite-file.js';
import { sweep } from './sweep.js';
import type { Table } from './table.js';
import { translateError } from './translate-error.js';

interface UpdateOptions<D extends Identified, K extends keyof D> {
  upsert?: boolean;
  returnDocument?: 'before' | 'after';
  sort?: Sort<D, K>;
}

interface Outcome<D> {
  before: D | null;
  after: D | null;
  modified: boolean;
}

export class EmbeddedCollection<D extends Identified, K extends keyof D> implements Collection<D, K> {
  readonly collectionName: string;
  readonly #connection: Connection;
  readonly #table: Table;
  readonly #reader: Reader<D, K>;
  readonly #whole: Reading;
  /** Seconds by date field. */
  readonly #lifetimes = new Map<string, number>();

  constructor(connection: Connection, table: Table) {
    this.#connection = connection;
    this.#table = table;
    this.collectionName = table.name;
    this.#reader = new Reader(connection, table);
    this.#whole = readingOf(table, undefined);
  }

  find<const P extends Projection<D> = Record<never, never>>(
    filter: Filter<D, K>,
    options: FindOptions<D, K, P> = {},
  ): Cursor<Projected<D, P>> {
    // The projection above has made this a Projected<D, P>.
    return {
      toArray: () => this.#reader.find(filter, options) as Promise<unknown[]> as Promise<Projected<D, P>[]>,
    };
  }

  async findOne<const P extends Projection<D> = Record<never, never>>(
    filter: Filter<D, K>,
    options: Omit<FindOptions<D, K, P>, 'limit'> = {},
  ): Promise<Projected<D, P> | null> {
    const found = await this.#reader.find(filter, { ...options, limit: 1 });
    // See find.
    return (found[0] ?? null) as Projected<D, P> | null;
  }

  /**
   * The next whole records by `_id`.
   *
   * @param after undefined: from the first one
   */
  readNext(after: D['_id'] | undefined, limit: number): Promise<D[]> {
    const from = after ?? (this.#table.idType === 'integer' ? 0 : '');
    // Each collection can be filtered and sorted by `_id`, which its type parameters do not say.
    const filter = { _id: { $gt: from } } as unknown as Filter<D, K>;
    return this.#reader.find(filter, { sort: { _id: 1 } as Sort<D, K>, limit });
  }

  async insertOne(record: D): Promise<{ insertedId: D['_id'] }> {
    const row = encodeRecord(this.#table, record);
    await this.#connection.write(() => this.#insertNew(row));
    return { insertedId: record._id };
  }

  /** Inside a write of the connection: see `insertOne`. */
  insertNow(record: D): void {
    this.#insertNew(encodeRecord(this.#table, record));
  }

  async updateOne(
    filter: Filter<D, K>,
    update: Update<D>,
    options: UpdateOptions<D, K> = {},
  ): Promise<{ matchedCount: number; modifiedCount: number; upsertedCount: number }> {
    const { before, after, modified } = await this.#update(filter, update, options);
    return {
      matchedCount: before ? 1 : 0,
      modifiedCount: modified ? 1 : 0,
      upsertedCount: !before && after ? 1 : 0,
    };
  }

  async findOneAndUpdate(
    filter: Filter<D, K>,
    update: Update<D>,
    options: UpdateOptions<D, K> = {},
  ): Promise<D | null> {
    const { before, after } = await this.#update(filter, update, options);
    return options.returnDocument === 'after' ? after : before;
  }

  deleteOne(filter: Filter<D, K>): Promise<{ deletedCount: number }> {
    return this.#delete(filter, ' limit 1');
  }

  deleteMany(filter: Filter<D, K>): Promise<{ deletedCount: number }> {
    return this.#delete(filter, '');
  }

  async countDocuments(filter?: Filter<D, K>): Promise<number> {
    const { text, values } = compileFilter(this.#table, { ...filter });
    const rows = await this.#connection.read(`select count(*) ${text}`, values);
    return Number(rows[0]?.[0]);
  }

  async createIndexes(indexes: IndexDescription[]): Promise<string[]> {
    await this.#connection.write(() => {
      for (const { key, unique = false } of indexes) ensureIndex(this.#connection, this.#table, key, unique);
    });
    for (const { key, expireAfterSeconds: seconds } of indexes) {
      const field = Object.keys(key)[0];
      if (field !== undefined && seconds !== undefined) this.#lifetimes.set(field, seconds);
    }
    return indexes.map(({ key }) => indexName(key));
  }

  /** Deletes what the TTL indexes mark as expired. Returns the number of deleted records. */
  async sweep(now = Date.now()): Promise<number> {
    let gone = 0;
    for (const [field, seconds] of this.#lifetimes) {
      gone += await sweep(this.#connection, this.#table, field, new Date(now - seconds * 1000));
    }
    return gone;
  }

  #update(filter: Filter<D, K>, update: Update<D>, options: UpdateOptions<D, K>): Promise<Outcome<D>> {
    return this.#connection.write(() => this.updateNow(filter, update, options));
  }

  /** Inside a write of the connection: see `findOneAndUpdate`. */
  updateNow(filter: Filter<D, K>, update: Update<D>, options: UpdateOptions<D, K>): Outcome<D> {
    const { text, values } = compileFilter(this.#table, { ...filter }, options.sort);
    const row = this.#connection.rows(`select ${this.#whole.select} ${text} limit 1`, values)[0];
    if (row === undefined) return this.#upsert(filter, update, options.upsert === true);
    const before = this.#whole.decode<D>(row);
    const changed = encodeRecord(this.#table, applyUpdate(before, update, false));
    const [id, ...columns] = changed;
    const old = encodeRecord(this.#table, before);
    const modified = old.some((column, i) => !isSame(column, changed[i]));
    if (this.#table.fillsDisk && sizeOf(changed) > sizeOf(old)) this.#connection.requireRoom();
    if (modified && id !== undefined) this.#replace(id, columns);
    return { before, after: this.#decoded(changed), modified };
  }

  #upsert(filter: Filter<D, K>, update: Update<D>, wanted: boolean): Outcome<D> {
    if (!wanted) return { before: null, after: null, modified: false };
    const row = encodeRecord(this.#table, applyUpdate(equalities(filter), update, true));
    this.#insert(row);
    return { before: null, after: this.#decoded(row), modified: false };
  }

  /** The record that a row holds, as a read would return it. */
  #decoded(row: readonly Value[]): D {
    return this.#whole.decode<D>(
      row.map((value) => (typeof value === 'string' ? Buffer.from(value) : value)),
    );
  }

  #insertNew(row: readonly Value[]): void {
    if (this.#table.fillsDisk) this.#connection.requireRoom();
    this.#insert(row);
  }

  #insert(row: readonly Value[]): void {
    const columns = ['_id', 'doc', ...this.#table.detached].map((column) => `"${column}"`).join(', ');
    const places = row.map(() => '?').join(', ');
    this.#change(`insert into "${this.#table.name}" (${columns}) values (${places})`, row);
  }

  #replace(id: Value, columns: readonly Value[]): void {
    const set = ['doc', ...this.#table.detached].map((column) => `"${column}" = ?`).join(', ');
    this.#change(`update "${this.#table.name}" set ${set} where _id = ?`, [...columns, id]);
  }

  async #delete(filter: Filter<D, K>, limit: string): Promise<{ deletedCount: number }> {
    const { text, values } = compileFilter(this.#table, { ...filter });
    const sql = `delete from "${this.#table.name}" where _id in (select _id ${text}${limit})`;
    return { deletedCount: await this.#connection.write(() => this.#connection.run(sql, values)) };
  }

  #change(sql: string, values: readonly Value[]): void {
    try {
      this.#connection.run(sql, values);
    } catch (error) {
      throw translateError(this.#table, error);
    }
  }
}

/** About the bytes of a row. */
function sizeOf(row: readonly Value[]): number {
  return row.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8),
    0,
  );
}

function isSame(one: Value, other: Value | undefined): boolean {
  return one === other || (Buffer.isBuffer(one) && Buffer.isBuffer(other) && one.equals(other));
}
