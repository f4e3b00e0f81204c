/**
 * Sends saves to the thread that writes. Those that arrive while a commit runs share the next one. A save is a list of
 * statements: all of them are stored, or none.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withTimeout } from '../../scheduling/with-timeout.js';
import { StoreUnavailable } from '../errors.js';
import { type Change, now } from './connection.js';
import type { Sql } from './table.js';
import { type Failure, fromThread, Thread } from './thread.js';

/** How long a save waits for others, for the lock of another process, and for the disk. */
const PATIENCE_MS = 8000;
/** For what is done once, and may take minutes: an index that is made, or a count of everything. */
export const A_DAY_MS = 86_400_000;
/** How much longer a save waits for a thread that does not answer: it says more than that it is late. */
const LAST_WORD_MS = 500;
/** Longer than any save that another process has begun. */
export const LONGEST_SAVE_MS = PATIENCE_MS + 2 * LAST_WORD_MS;
/** Saves of one transaction. */
const MOST = 64;
/** Saves that wait. */
const CAPACITY = 512;

/** As an error of SQLite whose time is up. */
export const LATE: Failure = { message: 'The save waited too long for its turn.', errcode: 5 };

export interface Statement {
  readonly text: string;
  /** Without them it may be several statements, which have no result. */
  readonly values?: Sql['values'];
  /** The place of an earlier statement: the id of what it inserted is the first value. */
  readonly idOf?: number;
  /** The rest of the save is skipped when it changes no row. */
  readonly isGuard?: boolean;
}

/** What may meet a unique index comes first: a failure after a change costs the other saves their transaction. */
export interface Save {
  readonly statements: readonly Statement[];
  /** By the clock of `now`: a save that has not begun by then never begins. */
  readonly deadline: number;
}

/** What the statements changed, those that were skipped left out; or why nothing was stored. */
export interface Outcome {
  readonly changed?: readonly Change[];
  readonly failure?: Failure;
}

interface Waiting extends Save {
  resolve(changed: readonly Change[]): void;
  reject(error: unknown): void;
}

export class Writer {
  #thread: Thread<readonly Save[], readonly Outcome[]>;
  readonly #queue: Waiting[] = [];
  #sending: Promise<void> | undefined;
  #isClosed = false;

  constructor(private readonly path: string) {
    this.#thread = this.#start();
  }

  /** Saves that wait for a transaction. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * @returns what each statement changed, once that is on the disk; without those that were skipped
   * @throws StoreUnavailable, or an error with SQLite's `errcode`. After one that names no fault of the save, it may
   *   still have been stored
   */
  save(statements: readonly Statement[], patienceMs = PATIENCE_MS): Promise<readonly Change[]> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new StoreUnavailable('The embedded store is closed.'));
      if (this.#queue.length >= CAPACITY) return reject(new StoreUnavailable('Too many writes wait.'));
      this.#queue.push({ statements, deadline: now() + patienceMs, resolve, reject });
      this.#sending ??= this.#send();
    });
  }

  /** Stores what waits first. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sending;
    await this.#thread.close();
  }

  #start(): Thread<readonly Save[], readonly Outcome[]> {
    return new Thread('./write-in-thread.js', this.path);
  }

  /** Never rejects: each save gets its outcome. */
  async #send(): Promise<void> {
    while (this.#queue.length > 0) {
      // After the requests that have already arrived.
      await nextTurn();
      await this.#transact(this.#queue.splice(0, MOST));
    }
    this.#sending = undefined;
  }

  async #transact(saves: readonly Waiting[]): Promise<void> {
    if (this.#thread.isEnded) this.#thread = this.#start();
    const asked = this.#thread.ask(saves.map(({ statements, deadline }) => ({ statements, deadline })));
    // An answer that comes too late is nobody's.
    asked.catch(() => undefined);
    const longest = Math.max(...saves.map(({ deadline }) => deadline)) - now() + LAST_WORD_MS;
    try {
      const outcomes = await withTimeout(longest, asked, []);
      for (const [i, { resolve, reject }] of saves.entries()) {
        const { changed, failure } = outcomes[i] ?? { failure: LATE };
        if (changed) resolve(changed);
        else reject(fromThread(failure ?? LATE));
      }
    } catch (error) {
      for (const { reject } of saves) reject(error);
    }
  }
}
