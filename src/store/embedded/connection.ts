/** One SQLite file and its prepared statements. Waits for locks of other processes and always releases its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { isDamage } from '../damage.js';
import { isStoreUnavailable, StoreUnavailable } from '../store-unavailable.js';
import { checkPlan } from './check-plan.js';
import { DiskFull, isDiskFull } from './disk-full.js';
import type { DiskReserve } from './disk-reserve.js';
import { type Outcome, SharedTransactions } from './shared-transactions.js';

export type Value = string | number | null | Buffer;
/** Texts are bytes if the statement casts them to a blob. */
export type Row = Value[];

/** SQLite waits this long and blocks the event loop. The longer wait between attempts does not block. */
const BUSY_TIMEOUT_MS = 20;
/** After this time the call fails with StoreUnavailable. */
const PATIENCE_MS = 8000;

export class Connection {
  readonly #path: string;
  readonly #statements = new Map<string, Database.Statement>();
  #database: Database.Database | undefined;
  #beforeWrite = () => {};
  readonly #transactions = new SharedTransactions({
    transact: (work) => this.#transact(work),
    attempt: (work) => this.#attempt(work),
  });

  #isDamaged = false;

  private constructor(
    path: string,
    private readonly reserve: DiskReserve,
  ) {
    this.#path = path;
  }

  static async open(path: string, reserve: DiskReserve): Promise<Connection> {
    const connection = new Connection(path, reserve);
    // If two processes create the file at once, one finds it locked while the other switches it to WAL.
    await connection.#withReserve('all', () => connection.#retry(() => connection.#connect()));
    return connection;
  }

  /** @param check called in every transaction that writes, before its work; what it throws ends the transaction */
  beforeWrites(check: () => void): void {
    this.#beforeWrite = check;
  }

  /** A record or a page was not what was written there. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** Remembers damage. @returns the error */
  seen(error: unknown): unknown {
    this.#isDamaged ||= isDamage(error);
    return error;
  }

  /** Inside `write`, for what lets the file grow. @throws DiskFull */
  requireRoom(): void {
    this.reserve.requireRoom();
  }

  /** All rows, as arrays of columns. */
  read(sql: string, values: readonly Value[]): Promise<Row[]> {
    return this.#retry(() => this.rows(sql, values));
  }

  /** Runs the work in one transaction, exclusively among all processes: all of its effects are stored, or none. See SharedTransactions. */
  write<T>(work: (connection: this) => T): Promise<T> {
    return this.#transactions.run(() => work(this));
  }

  #transact<T>(work: () => T): Promise<T> {
    return this.#withReserve('most', () => this.#commit(work));
  }

  /** Runs it again without what lets the file grow, when the disk is full: that takes the room of the reserve. */
  async #withReserve<T>(needed: 'most' | 'all', work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      if (!this.reserve.giveUp(needed)) throw new DiskFull({ cause: error });
    }
    try {
      return await work();
    } catch (error) {
      throw isDiskFull(error) ? new DiskFull({ cause: error }) : error;
    }
  }

  #commit<T>(work: () => T): Promise<T> {
    return this.#retry(() => {
      // exec drops its statement. A prepared statement that fails with SQLITE_BUSY would stay active and
      // keep every later commit of this connection open (sqlite3_step: the statement may be stepped again).
      this.#opened().exec('BEGIN IMMEDIATE');
      try {
        this.#beforeWrite();
        const result = work();
        this.#opened().exec('COMMIT');
        return result;
      } catch (error) {
        this.#rollBack();
        throw error;
      }
    });
  }

  #attempt<T>(work: () => T): Outcome<T> {
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

  /** Inside `write`: returns all rows. Reads to the end, because `get` would keep an old snapshot open. */
  rows(sql: string, values: readonly Value[]): Row[] {
    return rowsOf(this.#prepare(sql), values);
  }

  /** Inside `write`: returns the number of changed rows. */
  run(sql: string, values: readonly Value[] = []): number {
    return this.#prepare(sql).run(values).changes;
  }

  /** Returns at most this many free pages to the disk. A file from an older release keeps them. */
  async returnPages(most: number): Promise<void> {
    await this.#retry(() => void this.#opened().pragma(`incremental_vacuum(${most})`));
    if (this.reserve.isLow) this.#emptyLog();
  }

  /** Returns the statement of this text. Checks its plan and prepares it at its first use. */
  #prepare(sql: string): Database.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      if (/^(select|update|delete)/.test(sql)) checkPlan(sql, this.#explain(sql));
      statement = this.#opened().prepare(sql);
      if (statement.reader) statement.raw();
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Moves the write-ahead log into the file first, so that after a graceful stop one file is the whole store. */
  close(): void {
    try {
      this.#emptyLog();
    } finally {
      this.#drop();
    }
  }

  #emptyLog(): void {
    try {
      this.#database?.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      // Another process uses the file, or the disk is full: the next opening reads the log, so nothing is lost.
      if (!isStoreUnavailable(error)) throw error;
    }
  }

  #drop(): void {
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }

  #connect(): void {
    const database = new Database(this.#path);
    this.#database = database;
    try {
      // Must be first: otherwise the switch to WAL fails at once while another process does the same.
      database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      // Affects new files only. Must be before WAL, which writes the first page.
      database.pragma('auto_vacuum = INCREMENTAL');
      database.pragma('journal_mode = WAL');
      // In WAL mode only FULL syncs each commit, so that an acknowledged write survives a loss of power.
      database.pragma('synchronous = FULL');
    } catch (error) {
      this.#drop();
      throw error;
    }
  }

  /** Uses a separate connection, because SQLite counts an explained statement as running until it is dropped. */
  #explain(sql: string): Row[] {
    const database = new Database(this.#path);
    try {
      database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      return rowsOf(database.prepare(`explain query plan ${sql}`).raw(), []);
    } finally {
      database.close();
    }
  }

  #opened(): Database.Database {
    if (this.#database === undefined) throw new StoreUnavailable('The embedded store is closed.');
    return this.#database;
  }

  #rollBack(): void {
    try {
      if (this.#database?.inTransaction) this.#database.exec('ROLLBACK');
    } catch {
      // The caller throws the error that made the rollback necessary, which says more than this one.
      this.#reconnect();
    }
  }

  /** Releases the locks that a failed statement still holds. */
  #reconnect(): void {
    this.#drop();
    this.#connect();
  }

  async #retry<T>(work: () => T): Promise<T> {
    let deadline = 0;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error)) throw this.seen(error);
        deadline ||= Date.now() + PATIENCE_MS;
        if (Date.now() > deadline) {
          if (this.#database !== undefined) this.#reconnect();
          throw new StoreUnavailable('Other processes keep the embedded store busy.', { cause: error });
        }
        await sleep(2 + Math.random() * 15);
      }
    }
  }
}

function rowsOf(statement: Database.Statement, values: readonly Value[]): Row[] {
  // libsql types a row as unknown; in raw mode it is the array of its columns.
  return statement.all(values) as Row[];
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(error.code);
}
