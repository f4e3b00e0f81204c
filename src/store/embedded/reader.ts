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
  readonly onDamage: ((error: unknown) => void) | undefined;
}

export class Reader {
  readonly #connection: Connection;
  readonly #table: Table;
  readonly #readings = new Map<string, Reading>();

  constructor(connection: Connection, table: Table) {
    this.#connection = connection;
    this.#table = table;
  }

  /** @param onDamage called for a damaged record, which is then left out. Default: the error is thrown */
  async find(
    filter: object,
    options: ReadOptions,
    onDamage?: (error: unknown) => void,
  ): Promise<Identified[]> {
    try {
      return await this.#read({ ...filter }, options, onDamage);
    } catch (error) {
      throw this.#connection.seen(error);
    }
  }

  /** The next whole records by `_id`. @param after undefined: from the first one */
  readNext(after: Identified['_id'] | undefined, limit: number): Promise<Identified[]> {
    const from = after ?? (this.#table.idType === 'integer' ? 0 : '');
    return this.find({ _id: { $gt: from } }, { sort: { _id: 1 }, limit });
  }

  async #read(
    filter: Fields,
    { projection, sort, limit, signal }: ReadOptions,
    onDamage?: (error: unknown) => void,
  ): Promise<Identified[]> {
    const reading = this.#readingOf(projection);
    if (isOnlyId(this.#table, filter)) {
      const byId = `select ${reading.select} from "${this.#table.name}" where _id = ?`;
      return (await this.#connection.read(byId, [filter._id])).map((row) => reading.decode(row));
    }
    // For MongoDB, 0 means no limit.
    const most = limit || undefined;
    const { terms } = this.#table;
    if (terms === undefined || !(terms in filter)) {
      return this.#readPiece(reading, filter, { sort, limit: most, onDamage });
    }
    const found: Identified[] = [];
    const isDescending = Object.values(sort ?? {}).includes(-1);
    const named = { ...filter, [terms]: await nameTerms(this.#connection, this.#table, filter[terms]) };
    for await (const window of windowsOf(named, await this.#lastId(), isDescending, signal)) {
      const piece = { sort: sort ?? { _id: 1 }, limit: most && most - found.length, onDamage };
      found.push(...(await this.#readPiece(reading, window, piece)));
      if (found.length === most) break;
    }
    return found;
  }

  async #lastId(): Promise<number> {
    const [[last] = []] = await this.#connection.read(`select max(_id) from "${this.#table.name}"`, []);
    return Number(last ?? 0);
  }

  async #readPiece(
    reading: Reading,
    filter: Fields,
    { sort, limit, onDamage }: Piece,
  ): Promise<Identified[]> {
    const { text, values } = compileFilter(this.#table, filter, sort);
    const [from, all] = limit ? [`${text} limit ?`, [...values, limit]] : [text, values];
    // With a sort SQLite keeps the order only under a limit.
    const keepsOrder = limit ? limit > 1 : sort === undefined;
    const { joined } = reading;
    if (joined !== undefined && keepsOrder) {
      const rows = await this.#connection.read(joined.select(from), all);
      try {
        return joined.decode(rows[0]?.[0]);
      } catch {
        // Row by row it turns out which record is damaged.
      }
    }
    const rows = await this.#connection.read(`select ${reading.select} ${from}`, all);
    const found = rows.flatMap((row) => {
      try {
        return [reading.decode(row)];
      } catch (error) {
        if (onDamage === undefined) throw error;
        onDamage(this.#connection.seen(error));
        return [];
      }
    });
    const last = rows.at(-1)?.[0];
    // An empty piece would be the end of a list.
    const isGap = found.length === 0 && rows.length === limit && typeof last === 'number';
    return isGap ? this.#readPiece(reading, behind(filter, last, sort), { sort, limit, onDamage }) : found;
  }

  #readingOf(projection: object | undefined): Reading {
    const key = projection === undefined ? '' : JSON.stringify(projection);
    const reading = this.#readings.get(key) ?? readingOf(this.#table, projection);
    this.#readings.set(key, reading);
    return reading;
  }
}

/** The filter of the records after one, in the order of a sort by `_id`. */
function behind({ _id, ...filter }: Fields, id: number, sort: object | undefined): Fields {
  const bounds = typeof _id === 'object' ? _id : {};
  const isDescending = Object.values(sort ?? {}).includes(-1);
  return { ...filter, _id: { ...bounds, [isDescending ? '$lt' : '$gt']: id } };
}
