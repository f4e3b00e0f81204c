/** Measures how long a request has waited for the store, all its operations together. */
import { StoreUnavailable } from '../store/store-unavailable.js';

/** A driver tries again, and one request has several operations: without this their times would add up. */
const BUDGET_MS = 8_000;

export class WaitingClock {
  #left = BUDGET_MS;
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #isFinished = false;
  #expired: Promise<never> | undefined;
  #expire: ((error: StoreUnavailable) => void) | undefined;

  /** Rejects with StoreUnavailable when the time is over. Made when it is asked for: refusals wait for nothing. */
  get expired(): Promise<never> {
    if (this.#expired !== undefined) return this.#expired;
    this.#expired = this.#isOver
      ? Promise.reject(outOfTime())
      : new Promise((_resolve, reject) => {
          this.#expire = reject;
        });
    // Who waits for it still gets the error.
    this.#expired.catch(() => undefined);
    return this.#expired;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  start(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#end(), this.#left);
  }

  stop(): void {
    clearTimeout(this.#timer);
    if (this.#since !== undefined) this.#left -= performance.now() - this.#since;
    this.#since = undefined;
  }

  /** The request is answered. */
  finish(): void {
    this.#isFinished = true;
    this.stop();
  }

  /** Does not count the time of what has a limit of its own: reading a body, highlighting. */
  async excluding<T>(work: () => Promise<T>): Promise<T> {
    if (this.#since === undefined) return work();
    this.stop();
    try {
      return await work();
    } finally {
      if (!this.#isOver && !this.#isFinished) this.start();
    }
  }

  /** @throws StoreUnavailable when the request has been answered without this work */
  check(): void {
    if (this.#isOver) throw outOfTime();
  }

  #end(): void {
    this.#isOver = true;
    this.#expire?.(outOfTime());
  }
}

const outOfTime = () => new StoreUnavailable(`The store did not answer within ${BUDGET_MS} ms.`);
