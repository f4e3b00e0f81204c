/** What a file shows by itself: SQLite's own check of its pages and indexes, and the checksums of its records. */
import { closeSync, openSync, readSync } from 'node:fs';
import Database from 'libsql';
import { isDamage } from '../damage.js';
import { decodeRow, selectRow } from './decode-record.js';
import type { Row } from './sqlite-file.js';
import { columnWithSum, type Table } from './table.js';

/** Versions that may write and read: with a write-ahead log, and as a backup has them (fileformat.html, 1.3.3). */
const [VERSIONS_AT, VERSIONS] = [18, ['0202', '0101']];

/** @returns what is wrong, one line each; an empty list for a whole file */
export function findDamagedPages(path: string): string[] {
  const [header, file] = [Buffer.alloc(20), openSync(path, 'r')];
  readSync(file, header, { length: header.length, position: 0 });
  closeSync(file);
  const versions = header.toString('hex', VERSIONS_AT);
  const refused = VERSIONS.includes(versions)
    ? []
    : [`the header has the versions ${versions}: nothing can be written`];
  const damaged = look(path, (database) => {
    const lines = rows(database, 'pragma integrity_check(100)').map(([line]) => String(line));
    return lines.length === 1 && lines[0] === 'ok' ? [] : lines;
  });
  return [...refused, ...damaged];
}

/** Looks at all tables with checksums, whatever collections they are of. @returns the first damage, or nothing */
export function findDamagedRecord(path: string): string[] {
  return look(path, (database) => {
    const tables = `select m.name, c.name from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`;
    const sums = new Map<string, string[]>();
    for (const [table, column] of rows(database, tables)) {
      const summed = columnWithSum(String(column));
      if (summed !== undefined) sums.set(String(table), [...(sums.get(String(table)) ?? []), summed]);
    }
    for (const [name, columns] of sums) {
      const own = columns.filter((column) => column !== 'doc');
      const table: Pick<Table, 'name' | 'dates' | 'bytes'> = { name, dates: [], bytes: own };
      const statement = database.prepare(`select ${selectRow(own)} from "${name}"`).raw();
      // libsql types a row as unknown; in raw mode it is the array of its columns.
      for (const row of statement.iterate([]) as Iterable<Row>) decodeRow(table, row, own);
    }
    return [];
  });
}

function look(path: string, find: (database: Database.Database) => string[]): string[] {
  const database = new Database(path, { readonly: true });
  try {
    return find(database);
  } catch (error) {
    // SQLite gives up when it cannot read the page that the check begins with.
    if (isDamage(error)) return [error.message];
    // So SQLite calls a format of the file that it does not know.
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR') return [error.message];
    throw error;
  } finally {
    database.close();
  }
}

export function rows(database: Database.Database, sql: string): unknown[][] {
  // See findDamagedRecord.
  return database.prepare(sql).raw().all([]) as unknown[][];
}
