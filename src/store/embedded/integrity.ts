/** SQLite's own check of a file: pages, indexes and constraints. */
import Database from 'libsql';
import { isDamage } from '../damage.js';

/** @returns what is wrong, one line each; an empty list for a whole file */
export function findDamagedPages(path: string): string[] {
  const database = new Database(path, { readonly: true });
  try {
    // libsql types a row as unknown; in raw mode it is the array of its columns.
    const rows = database.prepare('pragma integrity_check(100)').raw().all([]) as unknown[][];
    const lines = rows.map(([line]) => String(line));
    return lines.length === 1 && lines[0] === 'ok' ? [] : lines;
  } catch (error) {
    // SQLite gives up when it cannot read the page that the check begins with.
    if (!isDamage(error)) throw error;
    return [`SQLite cannot check the file: ${error.message}`];
  } finally {
    database.close();
  }
}
