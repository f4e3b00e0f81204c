/** SQLite's own check of a file: its pages and its indexes. */
import Database from 'libsql';
import { codeOf } from '../../errors/error-code.js';

/** @returns what is wrong, one line each; an empty list for a whole file */
export function findDamage(path: string): string[] {
  const database = new Database(path, { readonly: true });
  try {
    // libsql types a row as unknown; in raw mode it is the array of its columns.
    const rows = database.prepare('pragma integrity_check(100)').raw().all([]) as [string][];
    const lines = rows.map(([line]) => line);
    return lines.length === 1 && lines[0] === 'ok' ? [] : lines;
  } catch (error) {
    // SQLite gives up when it cannot read the page that the check begins with, or the format of the file.
    const isDamage = /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(codeOf(error) ?? '');
    if (isDamage && error instanceof Error) return [error.message];
    throw error;
  } finally {
    database.close();
  }
}
