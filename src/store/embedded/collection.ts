/** The subset of MongoDB's `Collection` over one SQLite table. */
import type {
  Collection,
  Cursor,
  Filter,
  FindOptions,
  Identified,
  Projected,
  Projection,
  Update,
} from '../collection.js';
import { applyUpdate, equalities } from './apply-update.js';
import { compileFilter } from './compile-filter.js';
import type { Connection } from './connection.js';
import { selectRow } from './decode-record.js';
import { encodeRecord, type Fields } from './encode-record.js';
import { Reader } from './reader.js';
import { readingOf } from './reading.js';
import type { Value } from './sqlite-file.js';
import { columnOf, columnsOf, type Table } from './table.js';
import { changeTerms } from './terms-index.js';
import { translateError } from './translate-error.js';

interface UpdateOptions {
  readonly upsert?: boolean;
}

interface Updated<D> {
  /** null: no record matched, and none was inserted. */
  readonly after: D | null;
  readonly matched: boolean;
  readonly modified: boolean;
}

/** Expired records that one transaction deletes: it holds the lock. */
const SWEPT_AT_ONCE = 500;

export class EmbeddedCollection<D extends Identified, K extends keyof D> implements Collection<D, K> {
  readonly collectionName: string;
  /** For callers who take records of any collection. */
  readonly reader: Reader;
  readonly #connection: Connection;
  readonly #table: Table;
  readonly #insertSql: string;
  readonly #replaceSql: string;

  constructor(connection: Connection, table: Table) {
    this.#connection = connection;
    this.#table = table;
    this.collectionName = table.name;
    this.reader = new Reader(connection, table);
    const columns = columnsOf(table).map((column) => `"${column}"`);
    this.#insertSql = `insert into "${table.name}" (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
    const [, ...others] = columns;
    this.#replaceSql = `update "${table.name}" set ${others.map((column) => `${column} = ?`).join(', ')} where _id = ?`;
  }

  find<const P extends Projection<D> = Record<never, never>>(
    filter: Filter<D, K>,
    options: FindOptions<D, K, P> = {},
  ): Cursor<Projected<D, P>> {
    // The records were written as D, and the projection has made them a Projected<D, P>.
    return {
      toArray: () => this.reader.find(filter, options) as Promise<unknown[]> as Promise<Projected<D, P>[]>,
    };
  }

  async findOne<const P extends Projection<D> = Record<never, never>>(
    filter: Filter<D, K>,
    options: Omit<FindOptions<D, K, P>, 'limit'> = {},
  ): Promise<Projected<D, P> | null> {
    const [found = null] = await this.reader.find(filter, { ...options, limit: 1 });
    // See find.
    return found as unknown as Projected<D, P> | null;
  }

  async insertOne(record: D): Promise<{ insertedId: D['_id'] }> {
    const row = encodeRecord(this.#table, record);
    await this.#connection.write(() => this.#insertNew(row, record));
    return { insertedId: record._id };
  }

  /** Inside a write of the connection: see `insertOne`. */
  insertNow(record: D): void {
    this.#insertNew(encodeRecord(this.#table, record), record);
  }

  async updateOne(
    filter: Filter<D, K>,
    update: Update<D>,
    options: UpdateOptions = {},
  ): Promise<{ matchedCount: number; modifiedCount: number }> {
    const { matched, modified } = await this.#connection.write(() => this.updateNow(filter, update, options));
    return { matchedCount: Number(matched), modifiedCount: Number(modified) };
  }

  async findOneAndUpdate(filter: Filter<D, K>, update: Update<D>, options: UpdateOptions): Promise<D | null> {
    return (await this.#connection.write(() => this.updateNow(filter, update, options))).after;
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

  /** Deletes what the TTL indexes mark as expired, as MongoDB's TTL monitor does. Several processes may do this at once. */
  async sweep(now: number): Promise<void> {
    const { name, indexes } = this.#table;
    for (const { key, expireAfterSeconds: seconds } of indexes) {
      const [field] = Object.keys(key);
      if (field === undefined || seconds === undefined) continue;
      const expired = `select _id from "${name}" where ${columnOf(this.#table, field)} < ? limit ${SWEPT_AT_ONCE}`;
      const sql = `delete from "${name}" where _id in (${expired})`;
      const limit = new Date(now - seconds * 1000).toISOString();
      for (let changed = SWEPT_AT_ONCE; changed === SWEPT_AT_ONCE; )
        changed = await this.#connection.write(() => this.#connection.run(sql, [limit]));
    }
  }

  /** Inside a write of the connection: see `findOneAndUpdate`. */
  updateNow(filter: Filter<D, K>, update: Update<D>, options: UpdateOptions): Updated<D> {
    const { text, values } = compileFilter(this.#table, { ...filter });
    const row = this.#connection.rows(
      `select ${selectRow(this.#table.ownColumns)} ${text} limit 1`,
      values,
    )[0];
    if (row === undefined) return this.#upsert(filter, update, options.upsert === true);
    const before = readingOf(this.#table, undefined).decode<D>(row);
    const after = applyUpdate(before, update, false);
    const [id, ...columns] = encodeRecord(this.#table, after);
    const hasTerms = this.#table.terms !== undefined && this.#table.terms in after;
    const modified = hasTerms || differs(before, after);
    if (this.#table.fillsDisk && sizeOf(after) > sizeOf(before)) this.#connection.requireRoom();
    if (modified && id !== undefined) {
      this.#change(this.#replaceSql, [...columns, id]);
      if (hasTerms) this.#changeTerms(id, after, false);
    }
    return { after: this.#withoutTerms(after), matched: true, modified };
  }

  #upsert(filter: Filter<D, K>, update: Update<D>, wanted: boolean): Updated<D> {
    if (!wanted) return { after: null, matched: false, modified: false };
    const record = applyUpdate(equalities(filter), update, true);
    this.#insert(encodeRecord(this.#table, record), record);
    return { after: this.#withoutTerms(record), matched: false, modified: false };
  }

  /** The record as a read would return it. */
  #withoutTerms(record: Fields): D {
    const fields = { ...record };
    if (this.#table.terms !== undefined) delete fields[this.#table.terms];
    // It was made from a D.
    return fields as unknown as D;
  }

  #insertNew(row: readonly Value[], record: object): void {
    if (this.#table.fillsDisk) this.#connection.requireRoom();
    this.#insert(row, record);
  }

  #insert(row: readonly Value[], record: object): void {
    this.#change(this.#insertSql, row);
    const [id] = row;
    if (id !== undefined && this.#table.terms !== undefined) this.#changeTerms(id, record, true);
  }

  #changeTerms(id: Value, record: object, isNew: boolean): void {
    const terms: unknown = Reflect.get(record, this.#table.terms ?? '');
    this.#connection.atEnd(() => changeTerms(this.#connection, this.#table, id, terms, isNew));
  }

  async #delete(filter: Filter<D, K>, limit: string): Promise<{ deletedCount: number }> {
    const { text, values } = compileFilter(this.#table, { ...filter });
    const sql = `delete from "${this.#table.name}" where _id in (select _id ${text}${limit})`;
    if (this.#table.terms === undefined)
      return { deletedCount: await this.#connection.write(() => this.#connection.run(sql, values)) };
    return this.#connection.write(() => {
      const deleted = this.#connection.rows(`${sql} returning _id`, values);
      for (const [id] of deleted) if (id !== undefined) this.#changeTerms(id, {}, false);
      return { deletedCount: deleted.length };
    });
  }

  #change(sql: string, values: readonly Value[]): void {
    try {
      this.#connection.run(sql, values);
    } catch (error) {
      throw translateError(this.#table, error);
    }
  }
}

/** About the bytes that change with an update: of texts and bytes. */
function sizeOf(record: object): number {
  return Object.values(record).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8),
    0,
  );
}

function differs(before: object, after: Fields): boolean {
  const fields = Object.entries(before);
  return (
    fields.length !== Object.keys(after).length ||
    fields.some(([field, value]) => !isSame(value, after[field]))
  );
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Buffer.isBuffer(one) && other instanceof Uint8Array) return one.equals(other);
  const areObjects = typeof one === 'object' && typeof other === 'object';
  return areObjects && JSON.stringify(one) === JSON.stringify(other);
}
