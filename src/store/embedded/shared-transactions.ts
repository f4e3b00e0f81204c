/** Writes of one turn of the event loop travel together: one transaction, one sync of the disk. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sendReady } from '../../scheduling/end-of-turn.js';

/** How a piece of work ended inside a transaction that goes on. */
export type Outcome<T> = { readonly value: T } | { readonly error: unknown };

export interface Transactions {
  /** Runs the work in a transaction. @throws when the transaction failed: then nothing of it is stored */
  transact<T>(work: () => T): Promise<T>;
  /** Runs the work inside the transaction. What it changed is undone when it fails. */
  attempt<T>(work: () => T): Outcome<T>;
}

interface Waiting {
  /** @returns what tells the caller its result, once the transaction is durable */
  run(): () => void;
  reject(error: unknown): void;
}

/** Of one transaction: it keeps the event loop until its end. */
const MOST = 64;
/** After so many milliseconds of work a transaction takes no more. */
const LONGEST_MS = 20;

export class SharedTransactions {
  #waiting: Waiting[] = [];

  constructor(private readonly transactions: Transactions) {}

  /**
   * Runs the work in a transaction that it may share: its effects come together or not at all, and no other work sees
   * a part of them. It may run again when the transaction failed.
   *
   * @returns its result, after the transaction is durable; the failure of another work is not seen
   */
  run<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      // After the requests that have arrived by now, before the loop waits for others.
      if (this.#waiting.length === 0) setImmediate(() => void sendReady().then(() => this.#send()));
      this.#waiting.push({
        run: () => {
          const value = work();
          return () => resolve(value);
        },
        reject,
      });
    });
  }

  async #send(): Promise<void> {
    let rest: readonly Waiting[] = this.#waiting;
    this.#waiting = [];
    while (rest.length > 0) {
      rest = rest.slice(await this.#commit(rest.slice(0, MOST)));
      if (rest.length > 0) await nextTurn();
    }
  }

  /** @returns how many of the batch are done, from its first one on */
  async #commit(batch: readonly Waiting[]): Promise<number> {
    const { transact } = this.transactions;
    const [only] = batch;
    try {
      const tellAll = await transact(() =>
        // One alone needs no savepoint: its failure ends the transaction.
        only && batch.length === 1 ? [only.run()] : this.#attemptSome(batch),
      );
      for (const tell of tellAll) tell();
      return tellAll.length;
    } catch (error) {
      // Of several, the store failed (locked, a full disk) and not one of them.
      for (const { reject } of batch) reject(error);
      return batch.length;
    }
  }

  #attemptSome(batch: readonly Waiting[]): (() => void)[] {
    const began = performance.now();
    const tellAll: (() => void)[] = [];
    for (const one of batch) {
      tellAll.push(this.#attempt(one));
      if (performance.now() - began > LONGEST_MS) break;
    }
    return tellAll;
  }

  #attempt({ run, reject }: Waiting): () => void {
    const outcome = this.transactions.attempt(run);
    return 'value' in outcome ? outcome.value : () => reject(outcome.error);
  }
}
