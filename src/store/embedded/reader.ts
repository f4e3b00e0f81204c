/** Reads what is short at once, and what may be long in a few threads. */
import { StoreUnavailable } from '../errors.js';
import { Connection } from './connection.js';
import type { Sql } from './table.js';
import { Thread } from './thread.js';

/** A reader waits for a lock only while another process opens or closes the file. */
export const BUSY_TIMEOUT_MS = 50;
/** A list of 1,000 snippets of a kilobyte fits in it: read from the file again, it takes three times as long. */
const CACHE_KIB = 16_000;
/** How long a long read may take, waiting included. */
const PATIENCE_MS = 5000;
/** Each takes some 10 MB. The second and the third start when they are needed. */
const MOST_THREADS = 3;

/** Gives the first column of the first row; in steps, the text of all of them. */
export interface LongRead {
  readonly sql: Sql;
  readonly steps?: Steps;
}

/**
 * The statement gives a count of records and their text. Its last values are given in each step: the first and the last
 * id to look at, and how many records may be found.
 */
export interface Steps {
  readonly ids: readonly [low: number, high: number];
  readonly order: 1 | -1;
  readonly limit: number;
  /** All in one step: each would do most of the work again. */
  readonly isOne?: boolean;
}

export class Reader {
  readonly #short: Connection;
  readonly #threads = new Set<Thread<LongRead, unknown>>();
  #isClosed = false;

  constructor(
    private readonly path: string,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    this.#short = new Connection(path, { timeout: BUSY_TIMEOUT_MS });
    this.#short.exec(`pragma query_only = on; pragma cache_size = -${CACHE_KIB}`);
  }

  /** @returns the first column of the first row */
  read({ text, values }: Sql): unknown {
    if (this.#isClosed) throw closed();
    return this.#short.first(text, values);
  }

  /**
   * For searches and counts: no other request waits for them.
   *
   * @throws StoreUnavailable when it takes too long; the reason of the signal
   */
  async readLong(task: LongRead, signal?: AbortSignal): Promise<unknown> {
    if (this.#isClosed) throw closed();
    signal?.throwIfAborted();
    const end = new AbortController();
    const abandon = () => end.abort(signal?.reason);
    signal?.addEventListener('abort', abandon);
    const late = () => end.abort(new StoreUnavailable('A search took too long.'));
    const timer = setTimeout(late, this.patienceMs);
    try {
      return await this.#choose().ask(task, end.signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abandon);
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.all(Array.from(this.#threads, (thread) => thread.close()));
    this.#short.close();
  }

  /** @returns the thread that has least to do, or a new one when all have something to do */
  #choose(): Thread<LongRead, unknown> {
    for (const thread of this.#threads) if (thread.isEnded) this.#threads.delete(thread);
    const [least] = [...this.#threads].sort((one, other) => one.tasks - other.tasks);
    if (least && (least.tasks === 0 || this.#threads.size === MOST_THREADS)) return least;
    const thread = new Thread<LongRead, unknown>('./read-in-thread.js', this.path);
    this.#threads.add(thread);
    return thread;
  }
}

const closed = () => new StoreUnavailable('The embedded store is closed.');
