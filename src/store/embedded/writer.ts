/**
 * The one connection that writes. Saves that arrive while a commit runs share the next one; begin and commit, which
 * wait for other processes and for the disk, run outside the event loop.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql/promise';
import { codeOf } from '../../errors/error-code.js';
import { makeBatcher } from '../../scheduling/batcher.js';
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

type Work = () => Promise<unknown>;

/** libsql leaves `inTransaction` out of its types. */
type Connection = Database & { readonly inTransaction: boolean };

export class Writer {
  readonly #database: Connection;
  readonly #statements = new Map<string, Statement>();
  readonly #share = makeBatcher<Work, unknown>({
    most: MOST,
    isParallel: false,
    run: (saves) => this.#transact(saves),
  });
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
  async save<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreUnavailable('The embedded store is closed.');
    // The batcher gives each work its own result.
    return (await this.#share(work)) as T;
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
    // The last one of all: those before it have been stored then, or have failed.
    const last = this.save(async () => undefined);
    this.#isClosed = true;
    await last.catch(() => undefined);
    // After a stop one file is the whole store. Another process may still use it, or the disk may be full.
    await this.#database.exec('pragma wal_checkpoint(TRUNCATE)').catch(() => undefined);
    this.#database.close();
  }

  /** @returns what each save gave, or its DuplicateKey, once all of them are on the disk */
  async #transact(saves: readonly Work[]): Promise<unknown[]> {
    // A rollback that failed.
    if (this.#database.inTransaction) await this.#database.exec('rollback');
    // By `exec`: a prepared statement that finds the file locked would stay active.
    await this.#database.exec('begin immediate');
    try {
      const results = await runAll(saves);
      await this.#database.exec('commit');
      return results;
    } catch (error) {
      if (this.#database.inTransaction) await this.#database.exec('rollback').catch(() => undefined);
      if (saves.length === 1) throw error;
    }
    // Each is made again by itself, so that it fails by its own faults alone.
    const results: unknown[] = [];
    for (const save of saves) results.push(...(await this.#transact([save]).catch((error) => [error])));
    return results;
  }

  async #prepare(sql: string): Promise<Statement> {
    const prepared = this.#statements.get(sql) ?? (await this.#database.prepare(sql));
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

async function runAll(saves: readonly Work[]): Promise<unknown[]> {
  const results: unknown[] = [];
  let began = performance.now();
  for (const save of saves) {
    try {
      results.push(await save());
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      results.push(error);
    }
    if (performance.now() - began < LONGEST_TURN_MS) continue;
    await nextTurn();
    began = performance.now();
  }
  return results;
}
