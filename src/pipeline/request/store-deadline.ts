/** The time that a request may wait for the store, all its operations together. */
import { StoreUnavailable } from '../../store/store-unavailable.js';

/** A driver tries again, and one request has several operations: without this their times would add up. */
const BUDGET_MS = 8_000;

export class StoreDeadline {
  #left = BUDGET_MS;
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #isFinished = false;
  readonly #refusals: ((error: StoreUnavailable) => void)[] = [];

  /** Runs the work, whose time counts until it ends. @throws StoreUnavailable when the time is over first */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#start();
    try {
      return await this.limit(work);
    } finally {
      this.#isFinished = true;
      clearTimeout(this.#timer);
    }
  }

  /** @throws StoreUnavailable when the time is over first; the work then ends in the background */
  limit<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // First, so that what it throws counts.
      work().then(resolve, reject);
      this.onOver(reject);
    });
  }

  /** Does not count the time of what has a limit of its own: reading a body, highlighting. */
  async excluding<T>(work: () => Promise<T>): Promise<T> {
    if (this.#since === undefined) return work();
    this.#stop();
    try {
      return await work();
    } finally {
      if (!this.#isOver && !this.#isFinished) this.#start();
    }
  }

  /** Calls the listener when the time is over before the request is answered. */
  onOver(listener: (error: StoreUnavailable) => void): void {
    if (this.#isOver) listener(outOfTime());
    else this.#refusals.push(listener);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** @throws StoreUnavailable when the request has been answered without what comes now */
  check(): void {
    if (this.#isOver) throw outOfTime();
  }

  #start(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#end(), this.#left);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    if (this.#since !== undefined) this.#left -= performance.now() - this.#since;
    this.#since = undefined;
  }

  #end(): void {
    this.#isOver = true;
    for (const refuse of this.#refusals) refuse(outOfTime());
  }
}

const outOfTime = () => new StoreUnavailable(`The store did not answer within ${BUDGET_MS} ms.`);
