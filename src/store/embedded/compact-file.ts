/** Rewrites the file of the embedded store: without free pages, and so that later free pages can be returned in steps. */
import { statSync } from 'node:fs';
import Database from 'libsql';

/**
 * @returns the size in bytes before and after
 * @throws SqliteError when another process uses the file, or the disk is full; the file is then as before
 */
export function compactFile(path: string): { before: number; after: number } {
  const database = new Database(path);
  try {
    database.pragma('busy_timeout = 1000');
    database.pragma('wal_checkpoint(TRUNCATE)');
    const before = statSync(path).size;
    // Takes effect with VACUUM. New files have it from the start (connection.ts).
    database.pragma('auto_vacuum = INCREMENTAL');
    database.exec('VACUUM');
    database.pragma('wal_checkpoint(TRUNCATE)');
    return { before, after: statSync(path).size };
  } finally {
    database.close();
  }
}
