/** Reads the records of one SQLite table, in the way that costs least. */
import type { Identified } from '../collection.js';
import { compileFilter, isOnlyId } from './compile-filter.js';
import type { Connection } from './connection.js';
import type { Fields } from './encode-record.js';
import { type Reading, readingOf } from './reading.js';
import { windowsOf } from './search-windows.js';
import type { Table } from './table.js';
import { nameTerms } from './terms-index.js';

/** Those of `find` and `readMany`, whose types say which fields the records have. */
export interface ReadOptions {
  readonly projection?: object;
  readonly sort?: object;
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

interface Piece {
  readonly sort: object | undefined;
  readonly limit: number | undefined;
}

export class Reader {
  readonly #connection: Connection;
  readonly #table: Table;
  readonly #readings = new Map<string, Reading>();

  constructor(connection: Connection, table: Table) {
    this.#connection = connection;
    this.#table = table;
  }

  async find(given: object, { projection, sort, limit, signal }: ReadOptions): Promise<Identified[]> {
    const filter: Fields = { ...given };
    const reading = this.#readingOf(projection);
    if (isOnlyId(this.#table, filter)) {
      const byId = `select ${reading.select} from "${this.#table.name}" where _id = ?`;
      return (await this.#connection.read(byId, [filter._id])).map((row) => reading.decode(row));
    }
    // For MongoDB, 0 means no limit.
    const most = limit || undefined;
    const { terms } = this.#table;
    if (terms === undefined || !(terms in filter)) {
      return this.#readPiece(reading, filter, { sort, limit: most });
    }
    const found: Identified[] = [];
    const isDescending = Object.values(sort ?? {}).includes(-1);
    const named = { ...filter, [terms]: await nameTerms(this.#connection, this.#table, filter[terms]) };
    for await (const window of windowsOf(named, await this.#lastId(), isDescending, signal)) {
      const piece = { sort: sort ?? { _id: 1 }, limit: most && most - found.length };
      found.push(...(await this.#readPiece(reading, window, piece)));
      if (found.length === most) break;
    }
    return found;
  }

  async #lastId(): Promise<number> {
    const [[last] = []] = await this.#connection.read(`select max(_id) from "${this.#table.name}"`, []);
    return Number(last ?? 0);
  }

  async #readPiece(reading: Reading, filter: Fields, { sort, limit }: Piece): Promise<Identified[]> {
    const { text, values } = compileFilter(this.#table, filter, sort);
    const [from, all] = limit ? [`${text} limit ?`, [...values, limit]] : [text, values];
    // With a sort SQLite keeps the order only under a limit.
    const keepsOrder = limit ? limit > 1 : sort === undefined;
    const { joined } = reading;
    if (joined !== undefined && keepsOrder)
      return joined.decode((await this.#connection.read(joined.select(from), all))[0]?.[0]);
    const rows = await this.#connection.read(`select ${reading.select} ${from}`, all);
    return rows.map((row) => reading.decode(row));
  }

  #readingOf(projection: object | undefined): Reading {
    const key = projection === undefined ? '' : JSON.stringify(projection);
    const reading = this.#readings.get(key) ?? readingOf(this.#table, projection);
    this.#readings.set(key, reading);
    return reading;
  }
}
