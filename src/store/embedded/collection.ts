/** The subset of MongoDB's `Collection` over one SQLite table. */
import { codeOf } from '../../errors/error-code.js';
import type {
  Collection,
  Cursor,
  Filter,
  FindOneOptions,
  FindOptions,
  Identified,
  Projected,
  Projection,
  Update,
} from '../collection.js';
import { DuplicateKey } from '../duplicate-key.js';
import { applyUpdate, equalities } from './apply-update.js';
import { compileFilter } from './compile-filter.js';
import type { Connection } from './connection.js';
import { decodeRow, selectRow } from './decode-record.js';
import { encodeRecord, type Fields } from './encode-record.js';
import { Reader } from './reader.js';
import type { Value } from './sqlite-file.js';
import { columnOf, columnsOf, type Table } from './table.js';
import { changeTerms } from './terms-index.js';

interface UpdateOptions {
  readonly upsert?: boolean;
}

interface Updated<D> {
  /** null: no record matched, and none was inserted. */
  readonly after: D | null;
  readonly matched: boolean;
}

/** Which of the fields with a column of their own an update reads, and which it writes. */
interface OwnColumns {
  readonly read: readonly string[];
  readonly written: readonly string[];
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

  constructor(connection: Connection, table: Table) {
    this.#connection = connection;
    this.#table = table;
    this.collectionName = table.name;
    this.reader = new Reader(connection, table);
    const columns = columnsOf(table).map((column) => `"${column}"`);
    this.#insertSql = `insert into "${table.name}" (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
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
    options: FindOneOptions<D, K, P> = {},
  ): Promise<Projected<D, P> | null> {
    const [found = null] = await this.reader.find(filter, { ...options, limit: 1 });
    // See find.
    return found as unknown as Projected<D, P> | null;
  }

  async insertOne(record: D): Promise<{ insertedId: D['_id'] }> {
    const row = encodeRecord(this.#table, record);
    await this.#connection.write(() => this.#insert(row, record));
    return { insertedId: record._id };
  }

  /** Inside a write of the connection: see `insertOne`. */
  insertNow(record: D): void {
    this.#insert(encodeRecord(this.#table, record), record);
  }

  async updateOne(
    filter: Filter<D, K>,
    update: Update<D>,
    options: UpdateOptions = {},
  ): Promise<{ matchedCount: number }> {
    const named = new Set(Object.values(update).flatMap(Object.keys));
    const changed = this.#table.ownColumns.filter((field) => named.has(field));
    // The large fields, which the update replaces or leaves as they are, are not read.
    const own = { read: [], written: changed };
    const { matched } = await this.#connection.write(() => this.updateNow(filter, update, options, own));
    return { matchedCount: Number(matched) };
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

  /** Deletes what the TTL indexes mark as expired, as MongoDB's TTL monitor does. Processes may do this at once. */
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
  updateNow(
    filter: Filter<D, K>,
    update: Update<D>,
    options: UpdateOptions,
    { read, written }: OwnColumns = { read: this.#table.ownColumns, written: this.#table.ownColumns },
  ): Updated<D> {
    const { text, values } = compileFilter(this.#table, { ...filter });
    const [row] = this.#connection.rows(`select ${selectRow(read)} ${text} limit 1`, values);
    if (row === undefined) return this.#upsert(filter, update, options.upsert === true);
    const after = applyUpdate(decodeRow<D>(this.#table, row, read), update, false);
    const table = { ...this.#table, ownColumns: written };
    const [id = null, ...others] = encodeRecord(table, after);
    const [, ...columns] = columnsOf(table);
    const changes = columns.map((column) => `"${column}" = ?`).join(', ');
    this.#change(`update "${table.name}" set ${changes} where _id = ?`, [...others, id]);
    if (table.terms !== undefined && table.terms in after) this.#changeTerms(id, after, false);
    return { after: this.#withoutTerms(after), matched: true };
  }

  #upsert(filter: Filter<D, K>, update: Update<D>, wanted: boolean): Updated<D> {
    if (!wanted) return { after: null, matched: false };
    const record = applyUpdate(equalities(filter), update, true);
    this.#insert(encodeRecord(this.#table, record), record);
    return { after: this.#withoutTerms(record), matched: false };
  }

  /** The record as a read would return it. */
  #withoutTerms(record: Fields): D {
    const fields = { ...record };
    if (this.#table.terms !== undefined) delete fields[this.#table.terms];
    // It was made from a D.
    return fields as unknown as D;
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

/** SQLite names the index ("index 'users.username_1'") or the primary key ("users._id"). */
function translateError(table: Table, error: unknown): unknown {
  const code = codeOf(error);
  if (code !== 'SQLITE_CONSTRAINT_UNIQUE' && code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') return error;
  const index = /index '[^.']*\.([^']+)'/.exec(String(error))?.[1] ?? '_id_';
  return new DuplicateKey(table.name, index, { cause: error });
}
