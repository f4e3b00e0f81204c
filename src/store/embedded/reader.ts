/** The connections that read: one for what is short, at once, and one for what may be long, outside the event loop. */
import Sync from 'libsql';
import Async from 'libsql/promise';
import { StoreUnavailable } from '../errors.js';
import type { Value } from './table.js';

/** A reader waits for a lock only while another process opens or closes the file. */
const BUSY_TIMEOUT_MS = 50;
/** A list of 1,000 snippets of a kilobyte fits in it: read from the file again, it takes three times as long. */
const CACHE_KIB = 16_000;
/** How long a long read may take, waiting included. */
const PATIENCE_MS = 5000;

/** Statements are in raw mode: a row is the array of its columns. `get` would keep an old snapshot open. */
interface Rows<Result> {
  all(values: readonly Value[]): Result;
}

export class Reader {
  readonly #short: Sync.Database;
  readonly #long: Async;
  readonly #shortStatements = new Map<string, Rows<unknown[][]>>();
  /** Long reads come one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(
    path: string,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    this.#short = new Sync(path);
    this.#short.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    this.#short.pragma(`cache_size = -${CACHE_KIB}`);
    this.#long = new Async(path, {});
  }

  /** @returns the first column of the first row */
  read(sql: string, values: readonly Value[] = []): unknown {
    if (this.#isClosed) throw closed();
    let statement = this.#shortStatements.get(sql);
    if (statement === undefined) {
      // libsql types a row as unknown.
      statement = this.#short.prepare(sql).raw() as Rows<unknown[][]>;
      this.#shortStatements.set(sql, statement);
    }
    return statement.all(values)[0]?.[0];
  }

  /**
   * For searches and counts: no other request waits for them.
   *
   * @returns the first column of the first row
   * @throws StoreUnavailable when it takes too long; the reason of the signal
   */
  readLong(sql: string, values: readonly Value[], signal?: AbortSignal): Promise<unknown> {
    const deadline = performance.now() + this.patienceMs;
    const result = this.#last.then(async () => {
      signal?.throwIfAborted();
      const left = deadline - performance.now();
      if (this.#isClosed) throw closed();
      if (left <= 0) throw tooLong();
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        this.#long.interrupt();
      }, left);
      const interrupt = () => this.#long.interrupt();
      signal?.addEventListener('abort', interrupt);
      try {
        const statement: Rows<Promise<unknown[][]>> = (await this.#long.prepare(sql)).raw();
        return (await statement.all(values))[0]?.[0];
      } catch (error) {
        signal?.throwIfAborted();
        throw isLate ? tooLong(error) : error;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', interrupt);
      }
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    // libsql ends the process when a closed connection is used.
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#long.interrupt();
    await this.#last;
    this.#shortStatements.clear();
    this.#short.close();
    this.#long.close();
  }
}

const closed = () => new StoreUnavailable('The embedded store is closed.');
const tooLong = (cause?: unknown) => new StoreUnavailable('A search took too long.', { cause });
