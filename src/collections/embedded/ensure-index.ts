/** Makes an index unless it is there; refuses to take another for it. */
import { indexName } from '../definition.js';
import type { Connection } from './connection.js';
import { createIndex, type Table } from './table.js';
import { translateError } from './translate-error.js';
import { Unsupported } from './unsupported.js';

/** Inside `write`. Throws a duplicate key error when the documents there break a unique index. */
export function ensureIndex(connection: Connection, table: Table, key: object, unique: boolean): void {
  const sql = createIndex(table, key, unique);
  const name = `${table.name}.${indexName(key)}`;
  const existing = connection.rows("select sql from sqlite_master where type = 'index' and name = ?", [name]);
  const found = existing[0]?.[0];
  if (found === sql) return;
  if (found !== undefined) throw new Unsupported(`An index "${name}" exists with other options: ${found}`);
  try {
    connection.run(sql);
  } catch (error) {
    throw translateError(table, error);
  }
}
