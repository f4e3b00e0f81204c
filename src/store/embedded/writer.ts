/**
 * The one connection that writes. Saves that arrive while a commit runs share the next one; begin and commit, which
 * wait for other processes and for the disk, run outside the event loop.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql/promise';
import { codeOf } from '../../errors/error-code.js';
import { DuplicateKey, StoreUnavailable } from '../errors.js';
import type { Value } from './table.js';

// libsql reads it with its first connection. By default it has a thread for each core: on one core a long search, or a
// wait for the lock of another connection, would hold up the commits of this one.
// biome-ignore lint/style/noProcessEnv: it is written, for another library, and read nowhere here.
process.env.TOKIO_WORKER_THREADS ??= '4';

/** How long a save waits for the lock of another process. */
const BUSY_TIMEOUT_MS = 8000;
/** Saves of one transaction. */
const MOST = 64;
/** Milliseconds for which saves hold the event loop before others have a turn. */
const LONGEST_TURN_MS = 4;

/** What libsql does not say of its statements. */
interface Statement {
  run(values: readonly Value[]): { readonly changes: number; readonly lastInsertRowid: number };
}

interface Waiting {
  /** @returns tells the caller, once the transaction is on the disk */
  run(): Promise<() => void>;
  reject(error: unknown): void;
}

/** libsql leaves `inTransaction` out of its types. */
type Connection = Database & { readonly inTransaction: boolean };

export class Writer {
  readonly #database: Connection;
  readonly #statements = new Map<string, Statement>();
  #waiting: Waiting[] = [];
  #serving: Promise<void> | undefined;
  #isClosed = false;

  private constructor(database: Connection) {
    this.#database = database;
  }

  static async open(path: string): Promise<Writer> {
    for (const deadline = Date.now() + BUSY_TIMEOUT_MS; ; ) {
      const database = new Database(path, {}) as Connection;
      try {
        await database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
        await database.exec('pragma journal_mode = WAL');
        // A commit is on the disk when it is acknowledged.
        await database.exec('pragma synchronous = FULL');
        return new Writer(database);
      } catch (error) {
        database.close();
        // While another process makes the same file, SQLite fails at once, whatever the timeout.
        if (!/^SQLITE_(BUSY|LOCKED)/.test(codeOf(error) ?? '') || Date.now() > deadline) throw error;
        await sleep(10);
      }
    }
  }

  /**
   * Runs the work in a transaction, which it may share: its effects are stored when the promise resolves. It may run
   * again when the transaction fails. A DuplicateKey is the failure of this work alone; what it wrote before is kept.
   */
  save<T>(work: (writer: this) => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('The embedded store is closed.'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        reject,
        run: async () => {
          try {
            const result = await work(this);
            return () => resolve(result);
          } catch (error) {
            if (!(error instanceof DuplicateKey)) throw error;
            return () => reject(error);
          }
        },
      });
      this.#serving ??= this.#serve();
    });
  }

  /** Inside a save. @returns how many rows changed, and the rowid of an inserted one */
  async run(sql: string, values: readonly Value[]): Promise<{ changes: number; id: number }> {
    const { changes, lastInsertRowid } = (await this.#prepare(sql)).run(values);
    return { changes, id: Number(lastInsertRowid) };
  }

  /** Inside a save: for statements without values. */
  exec(sql: string): Promise<unknown> {
    return this.#database.exec(sql);
  }

  async close(): Promise<void> {
    // libsql ends the process when a closed connection is used.
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#serving;
    // After a stop one file is the whole store. Another process may still use it, or the disk may be full.
    await this.#database.exec('pragma wal_checkpoint(TRUNCATE)').catch(() => undefined);
    this.#database.close();
  }

  async #serve(): Promise<void> {
    // After the requests that have arrived already.
    await nextTurn();
    while (this.#waiting.length > 0) {
      const saves = this.#waiting.splice(0, MOST);
      try {
        await this.#begin();
      } catch (error) {
        for (const { reject } of saves) reject(error);
        continue;
      }
      await this.#commit(saves).catch(async (error) => {
        if (saves.length === 1) return saves[0]?.reject(error);
        // Each is made again by itself, so that it fails by its own faults alone.
        for (const save of saves)
          await this.#begin()
            .then(() => this.#commit([save]))
            .catch(save.reject);
      });
    }
    this.#serving = undefined;
  }

  async #begin(): Promise<void> {
    // A rollback that failed.
    if (this.#database.inTransaction) await this.#database.exec('rollback');
    // By `exec`: a prepared statement that finds the file locked would stay active.
    await this.#database.exec('begin immediate');
  }

  async #commit(saves: readonly Waiting[]): Promise<void> {
    try {
      const told: (() => void)[] = [];
      let began = performance.now();
      for (const { run } of saves) {
        told.push(await run());
        if (performance.now() - began < LONGEST_TURN_MS) continue;
        await nextTurn();
        began = performance.now();
      }
      await this.#database.exec('commit');
      for (const tell of told) tell();
    } catch (error) {
      if (this.#database.inTransaction) await this.#database.exec('rollback').catch(() => undefined);
      throw error;
    }
  }

  async #prepare(sql: string): Promise<Statement> {
    const prepared = this.#statements.get(sql) ?? (await this.#database.prepare(sql));
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
