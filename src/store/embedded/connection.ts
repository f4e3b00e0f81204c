/** What the embedded store does with its file: waits for locks of other processes, for its turn and for room on the disk. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDamage } from '../damage.js';
import { StoreUnavailable } from '../store-unavailable.js';
import { DiskFull, isDiskFull } from './disk-full.js';
import type { DiskReserve } from './disk-reserve.js';
import { shareTransactions } from './shared-transactions.js';
import { isBusy, type Row, SqliteFile, type Value } from './sqlite-file.js';

/** After this time the call fails with StoreUnavailable. The wait between attempts does not block the event loop. */
const PATIENCE_MS = 8000;

export class Connection {
  readonly #file: SqliteFile;
  #beforeWrite = () => {};
  readonly #share = shareTransactions({
    transact: (work) => this.#transact(work),
    attempt: (work) => this.#file.attempt(work),
  });

  #isDamaged = false;

  private constructor(
    path: string,
    private readonly reserve: DiskReserve,
  ) {
    this.#file = new SqliteFile(path);
  }

  static async open(path: string, reserve: DiskReserve): Promise<Connection> {
    const connection = new Connection(path, reserve);
    // If two processes create the file at once, one finds it locked while the other switches it to WAL.
    await connection.#withReserve('all', () => connection.#retry(() => connection.#file.open()));
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
    return this.#retry(() => this.#file.rows(sql, values));
  }

  /**
   * Runs the work in one transaction, exclusively among all processes: all of its effects are stored, or none. See
   * shareTransactions.
   */
  write<T>(work: (connection: this) => T): Promise<T> {
    return this.#share(() => work(this));
  }

  /** Inside `write`: returns all rows. */
  rows(sql: string, values: readonly Value[]): Row[] {
    return this.#file.rows(sql, values);
  }

  /** Inside `write`: returns the number of changed rows. */
  run(sql: string, values: readonly Value[] = []): number {
    return this.#file.run(sql, values);
  }

  /** Returns at most this many free pages to the disk. A file from an older release keeps them. */
  async returnPages(most: number): Promise<void> {
    await this.#retry(() => this.#file.returnPages(most));
    if (this.reserve.isLow) this.#file.emptyLog();
  }

  close(): void {
    this.#file.close();
  }

  #transact<T>(work: () => T): Promise<T> {
    const checked = () => {
      this.#beforeWrite();
      return work();
    };
    return this.#withReserve('most', () => this.#retry(() => this.#file.transact(checked)));
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

  async #retry<T>(work: () => T): Promise<T> {
    let deadline = 0;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error)) throw this.seen(error);
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
