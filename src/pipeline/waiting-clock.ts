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
  readonly #refusals: ((error: StoreUnavailable) => void)[] = [];

  /** @returns as the work does, or rejects with StoreUnavailable when the time is over first */
  limit<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // First, so that what it throws counts.
      work().then(resolve, reject);
      if (this.#isOver) reject(outOfTime());
      else this.#refusals.push(reject);
    });
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
    clearTimeout(this.#timer);
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
    for (const refuse of this.#refusals) refuse(outOfTime());
  }
}

const outOfTime = () => new StoreUnavailable(`The store did not answer within ${BUDGET_MS} ms.`);
