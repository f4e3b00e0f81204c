/** What the embedded store does with its file: waits for locks of other processes and its turn. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '../../scheduling/make-batcher.js';
import { StoreUnavailable } from '../store-unavailable.js';
import { shareTransactions } from './shared-transactions.js';
import { isBusy, type Row, SqliteFile, type Value } from './sqlite-file.js';
import { WriteAheadLog } from './write-ahead-log.js';

/** After this time the call fails with StoreUnavailable. The wait between attempts does not block the event loop. */
const PATIENCE_MS = 8000;

export class Connection {
  readonly #file: SqliteFile;
  readonly #log: WriteAheadLog;
  /** What the current transaction does at its end. */
  #atEnd: (() => void)[] = [];
  readonly #share = shareTransactions({
    transact: (work) => this.#transact(work),
    attempt: (work) => this.#attempt(work),
  });

  private constructor(path: string) {
    this.#file = new SqliteFile(path, () => this.#log.forget());
    this.#log = new WriteAheadLog(path);
  }

  static async open(path: string): Promise<Connection> {
    const connection = new Connection(path);
    // If two processes create the file at once, one finds it locked while the other switches it to WAL.
    await connection.#retry(() => connection.#file.open());
    return connection;
  }

  /** All rows, as arrays of columns. */
  read(sql: string, values: readonly Value[]): Promise<Row[]> {
    return this.#retry(() => this.#file.rows(sql, values));
  }

  /**
   * Runs the work in one transaction, exclusively among all processes: all of its effects are stored, or none. See
   * shareTransactions. Resolves when they are on the disk.
   */
  async write<T>(work: (connection: this) => T): Promise<T> {
    const result = await this.#share(() => work(this));
    await this.#log.sync();
    return result;
  }

  /**
   * Inside `write`: runs it at the end of the transaction. For changes of the index of terms, which FTS5 would write
   * anew at every savepoint.
   */
  atEnd(change: () => void): void {
    this.#atEnd.push(change);
  }

  /** Inside `write`: returns all rows. */
  rows(sql: string, values: readonly Value[]): Row[] {
    return this.#file.rows(sql, values);
  }

  /** Inside `write`: returns the number of changed rows. */
  run(sql: string, values: readonly Value[] = []): number {
    this.#log.grew(1, bytesOf(values));
    return this.#file.run(sql, values);
  }

  /** Returns at most this many free pages to the disk. */
  async returnPages(most: number): Promise<void> {
    await this.#retry(() => this.#file.returnPages(most));
  }

  async close(): Promise<void> {
    await this.#log.close();
    this.#file.close();
  }

  async #transact<T>(work: () => T): Promise<T> {
    // Here, where nothing is between the wait and the transaction, which would wait for its lock in the event loop.
    await this.#log.shorten();
    const whole = () => {
      this.#atEnd = [];
      const result = work();
      for (const change of this.#atEnd) change();
      return result;
    };
    return this.#retry(() => this.#file.transact(whole));
  }

  #attempt<T>(work: () => T): Outcome<T> {
    const before = this.#atEnd.length;
    const outcome = this.#file.attempt(work);
    if ('error' in outcome) this.#atEnd.length = before;
    return outcome;
  }

  async #retry<T>(work: () => T): Promise<T> {
    let deadline = 0;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error)) throw error;
        deadline ||= Date.now() + PATIENCE_MS;
        if (Date.now() > deadline) {
          this.#file.release();
          throw new StoreUnavailable('Other processes keep the embedded store busy.', { cause: error });
        }
        await sleep(2 + Math.random() * 15);
      }
    }
  }
}

function bytesOf(values: readonly Value[]): number {
  let bytes = 0;
  for (const value of values) if (typeof value === 'string' || Buffer.isBuffer(value)) bytes += value.length;
  return bytes;
}
