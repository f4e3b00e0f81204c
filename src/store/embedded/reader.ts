/** Reads the records of one SQLite table, in the way that costs least. */
import type { Filter, FindOptions, Identified, Projection } from '../collection.js';
import { type Compiled, compileFilter, isOnlyId } from './compile-filter.js';
import type { Connection } from './connection.js';
import { decodeRecords } from './encode-record.js';
import { type Reading, readingOf } from './reading.js';
import { listIn, piecesOf } from './search-pieces.js';
import type { Value } from './sqlite-file.js';
import type { Table } from './table.js';

export class Reader<D extends Identified, K extends keyof D> {
  readonly #connection: Connection;
  readonly #table: Table;
  /** Of whole records. */
  readonly #whole: Reading;
  readonly #wholeById: string;

  constructor(connection: Connection, table: Table) {
    this.#connection = connection;
    this.#table = table;
    this.#whole = readingOf(table, undefined);
    this.#wholeById = this.#byId(this.#whole);
  }

  async find<P extends Projection<D>>(filter: Filter<D, K>, options: FindOptions<D, K, P>): Promise<D[]> {
    try {
      return await this.#read(filter, options);
    } catch (error) {
      throw this.#connection.seen(error);
    }
  }

  async #read<P extends Projection<D>>(filter: Filter<D, K>, options: FindOptions<D, K, P>): Promise<D[]> {
    const { projection, sort, limit } = options;
    const reading = projection ? readingOf(this.#table, projection) : this.#whole;
    if (isOnlyId(this.#table, filter)) {
      const byId = reading === this.#whole ? this.#wholeById : this.#byId(reading);
      return (await this.#connection.read(byId, [filter._id])).map((row) => reading.decode(row));
    }
    // For MongoDB, 0 means no limit.
    const most = limit || undefined;
    const list = listIn(this.#table, filter);
    if (list === undefined)
      return this.#readCompiled(reading, compileFilter(this.#table, { ...filter }, sort), most, sort);
    const found: D[] = [];
    for await (const piece of piecesOf(this.#connection, this.#table, list, { ...filter }, sort)) {
      found.push(...(await this.#readCompiled(reading, piece, most && most - found.length, sort)));
      if (found.length === most) break;
    }
    return found;
  }

  async #readCompiled(
    reading: Reading,
    { text, values }: Compiled,
    limit: number | undefined,
    sort: object | undefined,
  ): Promise<D[]> {
    const [end, all] = limit ? [`${text} limit ?`, [...values, limit]] : [text, values];
    const keepsOrder = limit ? limit > 1 : sort === undefined;
    const found = keepsOrder ? await this.#readJoined(reading, end, all) : undefined;
    if (found) return found;
    const rows = await this.#connection.read(`select ${reading.select} ${end}`, all);
    return rows.map((row) => reading.decode(row));
  }

  /**
   * Reads all records as one text, because each row costs the driver as much as a kilobyte of it.
   *
   * @param text has a limit if it sorts: SQLite then keeps the order
   * @returns undefined when that cannot be done, or when a record is damaged
   */
  async #readJoined({ project }: Reading, text: string, values: readonly Value[]): Promise<D[] | undefined> {
    if (project === undefined) return undefined;
    const sql = `select cast(group_concat(doc) as blob) from (select doc ${text})`;
    const rows = await this.#connection.read(sql, values);
    try {
      return decodeRecords<D>(this.#table, rows[0]?.[0]).map(project);
    } catch {
      // Row by row it turns out which one.
      return undefined;
    }
  }

  #byId(reading: Reading): string {
    return `select ${reading.select} from "${this.#table.name}" where _id = ?`;
  }
}
