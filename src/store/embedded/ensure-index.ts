/** Creates an index if it does not exist. Throws if an index of the same name is different. */
import { indexName } from '../definition.js';
import type { Connection } from './connection.js';
import { createEntries, keepEntries, listEntriesOf } from './list-entries.js';
import { createIndex, type Table } from './table.js';
import { translateError } from './translate-error.js';
import { Unsupported } from './unsupported.js';

/** Call inside `write`. Throws a duplicate key error if existing records break a unique index. */
export function ensureIndex(connection: Connection, table: Table, key: object, unique: boolean): void {
  const [sql, ...others] = statementsFor(table, key, unique);
  const name = `${table.name}.${indexName(key)}`;
  const existing = connection.rows(
    "select sql from sqlite_master where type in ('index', 'table') and name = ?",
    [name],
  );
  const found = existing[0]?.[0];
  if (found === sql) return;
  const isOlder = found !== undefined && inToday(String(found)) === sql;
  if (isOlder) connection.run(`drop index "${name}"`);
  else if (found !== undefined)
    throw new Unsupported(`An index "${name}" exists with other options: ${found}`);
  try {
    connection.run(sql);
    for (const other of others) connection.run(other);
  } catch (error) {
    throw translateError(table, error);
  }
}

function statementsFor(table: Table, key: object, unique: boolean): [string, ...string[]] {
  const entries = listEntriesOf(table, key);
  if (entries === undefined) return [createIndex(table, key, unique)];
  if (unique) throw new Unsupported(`The index on "${table.name}.${entries.list}" cannot be unique.`);
  return [createEntries(entries), ...keepEntries(table, entries)];
}

/** An index from before version 0.1.0 is made again: SQLite reads a record for each value that it takes from it. */
function inToday(sql: string): string {
  return sql.replace(/json_extract\(doc, ('[^']*')\)/g, '(doc ->> $1)');
}
