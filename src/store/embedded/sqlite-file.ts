/** One SQLite file and its prepared statements. A call that needs the lock of another process fails soon (isBusy). */
import { statSync } from 'node:fs';
import Database from 'libsql';
import type { Outcome } from '../../scheduling/make-batcher.js';
import { isStoreUnavailable, StoreUnavailable } from '../store-unavailable.js';

export type Value = string | number | null | Buffer;
/** Texts are bytes if the statement casts them to a blob. */
export type Row = Value[];

/** SQLite waits this long and blocks the event loop. */
const BUSY_TIMEOUT_MS = 20;
/** A list of 1,000 snippets of a kilobyte fits in it: read from the file again, it takes three times as long. */
const CACHE_KIB = 16_000;

export class SqliteFile {
  readonly #path: string;
  readonly #onRelease: () => void;
  readonly #statements = new Map<string, Database.Statement>();
  #database: Database.Database | undefined;
  #isClosed = false;

  /** The first call opens the file. */
  constructor(path: string, onRelease: () => void) {
    this.#path = path;
    this.#onRelease = onRelease;
  }

  open(): void {
    this.#opened();
  }

  /** Releases the locks that a failed statement still holds. The next call opens the file again. */
  release(): void {
    this.#onRelease();
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }

  /** Moves the write-ahead log into the file first, so that after a graceful stop one file is the whole store. */
  close(): void {
    try {
      this.emptyLog();
    } finally {
      this.#isClosed = true;
      this.release();
    }
  }

  /** Returns all rows. Reads to the end, because `get` would keep an old snapshot open. */
  rows(sql: string, values: readonly Value[]): Row[] {
    // libsql types a row as unknown; in raw mode it is the array of its columns.
    return this.#prepare(sql).all(values) as Row[];
  }

  /** Returns the number of changed rows. */
  run(sql: string, values: readonly Value[]): number {
    return this.#prepare(sql).run(values).changes;
  }

  /** Runs the work in one transaction, exclusively among all processes. */
  transact<T>(work: () => T): T {
    // exec drops its statement. A prepared statement that fails with SQLITE_BUSY would stay active and
    // keep every later commit of this connection open (sqlite3_step: the statement may be stepped again).
    this.#opened().exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#opened().exec('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Inside a transaction: undoes what the work changed when it fails. */
  attempt<T>(work: () => T): Outcome<T> {
    const database = this.#opened();
    database.exec('SAVEPOINT work');
    try {
      const value = work();
      database.exec('RELEASE work');
      return { value };
    } catch (error) {
      // Some errors (a full disk) end the whole transaction, and a busy one is tried again as a whole.
      if (!database.inTransaction || isBusy(error)) throw error;
      database.exec('ROLLBACK TO work');
      database.exec('RELEASE work');
      return { error };
    }
  }

  /** Returns at most this many free pages to the disk. */
  returnPages(most: number): void {
    this.#opened().pragma(`incremental_vacuum(${most})`);
  }

  /** Moves the write-ahead log into the file, where that is possible now. */
  emptyLog(): void {
    try {
      this.#database?.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      // Another process uses the file, or the disk is full: the next opening reads the log, so nothing is lost.
      if (!isStoreUnavailable(error)) throw error;
    }
  }

  /** Returns the statement of this text, which is prepared at its first use. */
  #prepare(sql: string): Database.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#opened().prepare(sql);
      if (statement.reader) statement.raw();
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #opened(): Database.Database {
    if (this.#isClosed) throw new StoreUnavailable('The embedded store is closed.');
    return this.#database ?? this.#connect();
  }

  #connect(): Database.Database {
    const database = new Database(this.#path);
    this.#database = database;
    try {
      // Must be first: otherwise the switch to WAL fails at once while another process does the same.
      database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      // For a new file: it would write into others, too. Must be before WAL, which writes the first page.
      if (statSync(this.#path).size === 0) database.pragma('auto_vacuum = INCREMENTAL');
      database.pragma('journal_mode = WAL');
      // Commits are synced, and the log is moved into the file, outside the event loop (write-ahead-log.ts).
      database.pragma('synchronous = NORMAL');
      database.pragma('wal_autocheckpoint = 0');
      database.pragma(`cache_size = -${CACHE_KIB}`);
      return database;
    } catch (error) {
      this.release();
      throw error;
    }
  }

  #rollBack(): void {
    try {
      if (this.#database?.inTransaction) this.#database.exec('ROLLBACK');
    } catch {
      // The caller throws the error that made the rollback necessary, which says more than this one.
      this.release();
    }
  }
}

/** Whether another process has the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(error.code);
}
