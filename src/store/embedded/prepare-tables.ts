/** Makes the tables and indexes that a file lacks. */
import { indexName } from '../definition.js';
import type { Connection } from './connection.js';
import type { Row } from './sqlite-file.js';
import { createIndex, createTable, type Table, Unsupported } from './table.js';
import { createHeldTable, createTermsIndex, heldTableOf, termsTableOf } from './terms-index.js';

const EXISTING = 'select name, sql from sqlite_master';

/** Writes nothing where all of them exist, so that a file that cannot be written any more can still be exported. */
export async function prepareTables(connection: Connection, tables: readonly Table[]): Promise<void> {
  const existing = await connection.read(EXISTING, []);
  if (missing(tables, existing).length === 0) return;
  // Another process may make them meanwhile.
  await connection.write(() => {
    for (const sql of missing(tables, connection.rows(EXISTING, []))) connection.run(sql);
  });
}

/** @returns the statements that make what is missing */
function missing(tables: readonly Table[], existing: readonly Row[]): string[] {
  const sqlOf = new Map(existing.map(([name, sql]) => [name, sql]));
  return tables.flatMap((table) => [
    ...(sqlOf.has(table.name) ? [] : [createTable(table)]),
    ...(table.terms === undefined || sqlOf.has(heldTableOf(table)) ? [] : [createHeldTable(table)]),
    ...table.indexes.flatMap(({ key, unique = false }) => {
      const isTerms = Object.keys(key)[0] === table.terms;
      const statements = isTerms ? createTermsIndex(table) : [createIndex(table, key, unique)];
      const name = isTerms ? termsTableOf(table) : `${table.name}.${indexName(key)}`;
      const found = sqlOf.get(name);
      if (found === undefined) return statements;
      if (found === statements[0]) return [];
      throw new Unsupported(`An index "${name}" exists with other options: ${found}`);
    }),
  ]);
}
