/** The subset of MongoDB's `Collection` over one SQLite table. `Collections` has the types of filters and records. */
import { codeOf } from '../../errors/error-code.js';
import type { Collection, Cursor, Identified } from '../collection.js';
import { DuplicateKey } from '../errors.js';
import type { Reader } from './reader.js';
import {
  asksTerms,
  compileFilter,
  compileUpdate,
  encodeRecord,
  type Reading,
  readingOf,
  type Table,
  termsTableOf,
  Unsupported,
  upserted,
  type Value,
} from './table.js';
import { matchOf } from './terms-index.js';
import type { Writer } from './writer.js';

/** Those of `find` and `readMany`. */
interface ReadOptions {
  readonly projection?: object | undefined;
  readonly sort?: object | undefined;
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Expired records that one transaction deletes. */
const SWEPT_AT_ONCE = 500;

export class EmbeddedCollection implements Collection<Identified, never> {
  readonly collectionName: string;
  readonly #readings = new Map<string, Reading>();

  constructor(
    private readonly table: Table,
    private readonly reader: Reader,
    private readonly writer: Writer,
  ) {
    this.collectionName = table.name;
  }

  find(filter: object, options: ReadOptions = {}): Cursor<never> {
    return { toArray: () => this.read(filter, options) };
  }

  async findOne(filter: object, options: ReadOptions = {}): Promise<never | null> {
    const [found = null] = await this.read(filter, { ...options, limit: 1 });
    return found;
  }

  /** All records as one text, because each row costs the driver as much as a kilobyte of it. */
  async read(filter: object, { projection, sort, limit, signal }: ReadOptions): Promise<never[]> {
    const reading = this.#readingOf(projection);
    const isSearch = asksTerms(this.table, filter);
    const match = isSearch ? await this.#matchOf(filter, signal) : undefined;
    const { text, values } = compileFilter(this.table, filter, { sort, limit, match });
    // As bytes: the driver ends the process if a text is not UTF-8.
    const sql = `select cast(group_concat(line) as blob) from (select ${reading.line} as line ${text})`;
    const joined = isSearch ? await this.reader.readLong(sql, values, signal) : this.reader.read(sql, values);
    // They are the records that were written, as the projection leaves them.
    return (Buffer.isBuffer(joined) ? reading.decode(joined) : []) as never[];
  }

  async insertOne(record: Identified): Promise<{ insertedId: Identified['_id'] }> {
    await this.writer.save(() => this.#insert(record));
    return { insertedId: record._id };
  }

  /** In one transaction, for an import. */
  async insertMany(records: readonly object[]): Promise<void> {
    await this.writer.save(async () => {
      for (const record of records) await this.#insert(record);
    });
  }

  /** @returns the id */
  insertNext(record: object): Promise<number> {
    const step = `insert into counters (_id, doc) values (?, json_object('value', 1, 'created', ?)) on conflict do update
      set doc = json_set(doc, '$.value', (doc ->> '$.value') + 1,
        '$.created', max(coalesce(doc ->> '$.created', ''), excluded.doc ->> '$.created'))`;
    const { name, ownColumns } = this.table;
    const columns = ['_id', 'doc', ...ownColumns.map((field) => `"${field}"`)];
    const insert = `insert into "${name}" (${columns.join(', ')})
      select doc ->> '$.value', '{"created":"' || (doc ->> '$.created') || '",' || substr(?, 2)${', ?'.repeat(ownColumns.length)}
      from counters where _id = ?`;
    return this.writer.save(async () => {
      await this.#run(step, [name, new Date().toISOString()]);
      const { id } = await this.#run(insert, [...encodeRecord(this.table, record), name]);
      await this.#setTerms(id, record);
      return id;
    });
  }

  async updateOne(
    filter: Identified,
    update: { $set?: object },
    { upsert = false } = {},
  ): Promise<{ matchedCount: number }> {
    const matchedCount = await this.writer.save(async () => {
      const { text, values } = compileUpdate(this.table, filter, update);
      const { changes } = await this.#run(text, values);
      if (changes > 0) await this.#setTerms(Number(filter._id), update.$set);
      else if (upsert) await this.#insert(upserted(filter, update));
      return changes;
    });
    return { matchedCount };
  }

  deleteOne(filter: object): Promise<{ deletedCount: number }> {
    return this.#delete(filter, 1);
  }

  deleteMany(filter: object): Promise<{ deletedCount: number }> {
    return this.#delete(filter);
  }

  /** Deletes what the TTL indexes mark as expired, as MongoDB's TTL monitor does. Processes may do this at once. */
  async sweep(now: number): Promise<void> {
    for (const { key, expireAfterSeconds: seconds } of this.table.indexes) {
      const [field] = Object.keys(key);
      if (field === undefined || seconds === undefined) continue;
      const expired = { [field]: { $lt: new Date(now - seconds * 1000) } };
      while ((await this.#delete(expired, SWEPT_AT_ONCE)).deletedCount === SWEPT_AT_ONCE);
    }
  }

  /** Inside a save. */
  async #insert(record: object): Promise<void> {
    const values = [Reflect.get(record, '_id'), ...encodeRecord(this.table, record)];
    await this.#run(`insert into "${this.table.name}" values (${values.map(() => '?').join(', ')})`, values);
    await this.#setTerms(Number(values[0]), record);
  }

  /** Inside a save. @param fields of a record: the index keeps its terms where they are not among them */
  async #setTerms(id: number, fields: object = {}): Promise<void> {
    const terms: unknown = Reflect.get(fields, this.table.terms ?? '');
    if (!Array.isArray(terms)) return;
    const sql = `insert or replace into "${termsTableOf(this.table)}" (rowid, terms) values (?, ?)`;
    await this.#run(sql, [id, terms.join(' ')]);
  }

  async #delete(filter: object, limit = 0): Promise<{ deletedCount: number }> {
    // Each statement of the save finds the same records, so not by their terms, which the first one deletes.
    if (asksTerms(this.table, filter)) throw new Unsupported('What is found by terms is deleted by its _id.');
    const { text, values } = compileFilter(this.table, filter, { limit });
    const chosen = `select _id ${text}`;
    const { changes } = await this.writer.save(async () => {
      if (this.table.terms !== undefined)
        await this.#run(`delete from "${termsTableOf(this.table)}" where rowid in (${chosen})`, values);
      return await this.#run(`delete from "${this.table.name}" where _id in (${chosen})`, values);
    });
    return { deletedCount: changes };
  }

  /** Inside a save. @throws DuplicateKey */
  async #run(sql: string, values: readonly Value[]): Promise<{ changes: number; id: number }> {
    try {
      return await this.writer.run(sql, values);
    } catch (error) {
      const isTaken = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(codeOf(error) ?? '');
      throw isTaken ? new DuplicateKey(this.table.name, error) : error;
    }
  }

  #matchOf(filter: object, signal?: AbortSignal): Promise<string | undefined> {
    const read = (sql: string, values: readonly Value[]) => this.reader.readLong(sql, values, signal);
    return matchOf(this.table, Reflect.get(filter, this.table.terms ?? ''), read);
  }

  #readingOf(projection: object | undefined): Reading {
    const key = projection === undefined ? '' : JSON.stringify(projection);
    const reading = this.#readings.get(key) ?? readingOf(this.table, projection);
    this.#readings.set(key, reading);
    return reading;
  }
}
