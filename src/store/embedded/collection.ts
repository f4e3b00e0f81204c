/** The subset of MongoDB's `Collection` over one SQLite table. `Collections` has the types of filters and records. */
import type { Collection, Cursor, Identified } from '../collection.js';
import { DuplicateKey, isUniqueViolation } from '../errors.js';
import type { Version } from '../store.js';
import type { Change } from './connection.js';
import type { Reader } from './reader.js';
import {
  asksTerms,
  compileFilter,
  compileUpdate,
  compileUpsert,
  encodeRecord,
  idsOf,
  type Reading,
  readingOf,
  type Sql,
  type Table,
  termsTableOf,
  Unsupported,
} from './table.js';
import { matchOf } from './terms-index.js';
import { beginUsage, changeUsage } from './usage.js';
import type { Statement, Writer } from './writer.js';

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
    private readonly isCounted = false,
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
    let joined: unknown;
    if (asksTerms(this.table, filter)) joined = await this.#search(reading, filter, { sort, limit, signal });
    else {
      const { text, values } = compileFilter(this.table, filter, { sort, limit });
      joined = this.reader.read({
        text: `select group_concat(line) from (select ${reading.line} as line ${text})`,
        values,
      });
    }
    // They are the records that were written, as the projection leaves them.
    return (joined ? reading.decode(String(joined)) : []) as never[];
  }

  async insertOne(record: Identified): Promise<{ insertedId: Identified['_id'] }> {
    await this.#save(this.#insert(record));
    return { insertedId: record._id };
  }

  /** In one transaction, for an import. */
  async insertMany(records: readonly Identified[]): Promise<void> {
    await this.#save(records.flatMap((record) => this.#insert(record)));
  }

  /** @returns the id */
  async insertNext(record: object): Promise<number> {
    const { name, ownColumns } = this.table;
    const created = new Date().toISOString();
    const columns = ['_id', 'doc', ...ownColumns.map((field) => `"${field}"`)];
    const counter = (field: string) => `(select doc ->> '$.${field}' from counters where _id = ?)`;
    // Not by `insert ... select`, whose statement journal makes FTS5 write its index anew for each record.
    const insert = `insert into "${name}" (${columns.join(', ')}) values (coalesce(${counter('value')}, 0) + 1,
      '{"created":"' || max(?, coalesce(${counter('created')}, '')) || '",' || substr(?, 2)${', ?'.repeat(ownColumns.length)})`;
    const count = `insert into counters (_id, doc) values (?2, json_object('value', ?1, 'created', ?3)) on conflict do update
      set doc = json_set(doc, '$.value', ?1, '$.created', max(coalesce(doc ->> '$.created', ''), ?3))`;
    const [inserted] = await this.#save([
      { text: insert, values: [name, created, name, ...encodeRecord(this.table, record)] },
      { text: count, values: [name, created], idOf: 0 },
      ...this.#setTerms(record),
      ...(this.isCounted ? [...beginUsage(Reflect.get(record, 'ownerId')), changeUsage(this.table, 1)] : []),
    ]);
    return inserted?.id ?? 0;
  }

  /** @returns whether it was there */
  async replace({ _id, version }: Version, set: object): Promise<boolean> {
    const before = this.isCounted ? [changeUsage(this.table, -1, _id, version)] : [];
    const after = this.isCounted
      ? [...beginUsage(Reflect.get(set, 'ownerId')), changeUsage(this.table, 1, _id)]
      : [];
    const update = compileUpdate(this.table, { _id, version }, { $set: set, $inc: { version: 1 } });
    const terms = this.#setTerms(set, _id);
    const changed = await this.#save([...before, { ...update, isGuard: true }, ...terms, ...after]);
    return changed[before.length]?.changes === 1;
  }

  /** @returns whether it was there */
  async remove({ _id, version }: Version): Promise<boolean> {
    const before = this.isCounted ? [changeUsage(this.table, -1, _id, version)] : [];
    return (await this.#delete({ _id, version }, 1, before)).deletedCount === 1;
  }

  async updateOne(
    filter: Identified,
    update: { $set?: object },
    { upsert = false } = {},
  ): Promise<{ matchedCount: number }> {
    const compile = upsert ? compileUpsert : compileUpdate;
    const [updated] = await this.#save([
      { ...compile(this.table, filter, update), isGuard: true },
      ...this.#setTerms(update.$set, Number(filter._id)),
    ]);
    return { matchedCount: updated?.changes ?? 0 };
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

  #insert(record: Identified): Statement[] {
    const values = [record._id, ...encodeRecord(this.table, record)];
    const text = `insert into "${this.table.name}" values (${values.map(() => '?').join(', ')})`;
    return [{ text, values }, ...this.#setTerms(record, Number(record._id))];
  }

  /**
   * @param fields of a record: the index keeps its terms where they are not among them
   * @param id undefined: that of the first statement
   */
  #setTerms(fields: object = {}, id?: number): Statement[] {
    const terms: unknown = Reflect.get(fields, this.table.terms ?? '');
    if (!Array.isArray(terms)) return [];
    const text = `insert or replace into "${termsTableOf(this.table)}" (rowid, terms) values (?, ?)`;
    const joined = terms.join(' ');
    return [id === undefined ? { text, values: [joined], idOf: 0 } : { text, values: [id, joined] }];
  }

  async #delete(filter: object, limit = 0, before: Statement[] = []): Promise<{ deletedCount: number }> {
    // Each statement of the save finds the same records, so not by their terms, which the first one deletes.
    if (asksTerms(this.table, filter)) throw new Unsupported('What is found by terms is deleted by its _id.');
    const { text, values } = compileFilter(this.table, filter, { limit });
    const chosen = `select _id ${text}`;
    const statements = [{ text: `delete from "${this.table.name}" where _id in (${chosen})`, values }];
    if (this.table.terms !== undefined)
      statements.unshift({
        text: `delete from "${termsTableOf(this.table)}" where rowid in (${chosen})`,
        values,
      });
    const deleted = (await this.#save([...before, ...statements])).at(-1);
    return { deletedCount: deleted?.changes ?? 0 };
  }

  /** @throws DuplicateKey */
  async #save(statements: readonly Statement[]): Promise<readonly Change[]> {
    try {
      return await this.writer.save(statements);
    } catch (error) {
      throw isUniqueViolation(error) ? new DuplicateKey(this.table.name, error) : error;
    }
  }

  /** Step by step, in a thread. */
  async #search(
    reading: Reading,
    filter: object,
    { sort = {}, limit, signal }: ReadOptions,
  ): Promise<unknown> {
    const { name, terms = '' } = this.table;
    const { _id: range, ...others }: Record<string, unknown> = { ...filter };
    const held = (sql: Sql) => this.reader.readLong({ sql }, signal);
    const match = await matchOf(this.table, Reflect.get(filter, terms), held);
    const ends = `select json_array((select min(_id) from "${name}"), (select max(_id) from "${name}"))`;
    const [least, greatest]: number[] = JSON.parse(String(this.reader.read({ text: ends, values: [] })));
    if (match === undefined || !least || !greatest) return undefined;
    const [low, high] = idsOf(range);
    const order = Reflect.get(sort, '_id') === -1 ? -1 : 1;
    // The last three values are those of each step.
    const step = { ...others, _id: { $gte: 0, $lte: 0 } };
    const options = { sort: { _id: order }, limit: 1, match: match.query };
    const { text, values } = compileFilter(this.table, step, options);
    const sql = {
      text: `select count(*), group_concat(line) from (select ${reading.line} as line ${text})`,
      values: values.slice(0, -3),
    };
    const ids = [Math.max(low, least), Math.min(high, greatest)] as const;
    const steps = { ids, order, limit: limit || Number.MAX_SAFE_INTEGER, isOne: match.isCollected } as const;
    return this.reader.readLong({ sql, steps }, signal);
  }

  #readingOf(projection: object | undefined): Reading {
    const key = projection === undefined ? '' : JSON.stringify(projection);
    const reading = this.#readings.get(key) ?? readingOf(this.table, projection);
    this.#readings.set(key, reading);
    return reading;
  }
}
