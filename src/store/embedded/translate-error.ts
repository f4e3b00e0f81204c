/** Translates SQLite's constraint errors to the error of both stores. */
import { codeOf } from '../../errors/error-code.js';
import { DuplicateKey } from '../duplicate-key.js';
import type { Table } from './table.js';

/** SQLite names the index ("index 'users.username_1'") or the primary key ("users._id"). */
export function translateError(table: Table, error: unknown): unknown {
  const code = codeOf(error);
  if (code !== 'SQLITE_CONSTRAINT_UNIQUE' && code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') return error;
  const index = /index '[^.']*\.([^']+)'/.exec(String(error))?.[1] ?? '_id_';
  return new DuplicateKey(table.name, index, { cause: error });
}
