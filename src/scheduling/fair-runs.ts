/**
 * Requests that ask for the same at the same time share one run, which begins after each of them has asked. Few runs go
 * on at once, senders take turns, and a run that nobody waits for any more stops.
 */
import type { FairLimit, Sender } from './fair-limit.js';

/** A request that asks. */
export interface Asker {
  readonly sender: Sender;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** @param signal aborted when all that asked have gone */
type Work<Result> = (signal: AbortSignal) => Promise<Result>;

/**
 * @returns runs the work, or joins a run of the same key that has not begun: the same key, the same result. It throws
 *   ServiceUnavailable at once when the queue of this sender is full, and the reason of the asker's signal. A run of a
 *   key begins when the one before has ended, however that went
 */
export function makeFairRuns<Result>(limit: FairLimit) {
  /** By key: the run that is under way, or the one behind it, which has not begun. */
  const latest = new Map<string, Run<Result>>();

  return async function fairRun(key: string, asker: Asker, work: Work<Result>): Promise<Result> {
    asker.signal.throwIfAborted();
    let run = latest.get(key);
    if (run === undefined || run.hasBegun) {
      run = new Run(limit, work, run?.result);
      latest.set(key, run);
    }
    try {
      return await run.join(asker);
    } finally {
      if (run.isIdle && latest.get(key) === run) latest.delete(key);
    }
  };
}

class Run<Result> {
  readonly result: Promise<Result>;
  hasBegun = false;
  #hasEnded = false;
  #askers = 0;
  #settle: (result: Promise<Result>) => void = () => undefined;
  readonly #gone = new AbortController();
  /** By sender: rejects when its queue has no place for the run. */
  readonly #refusals = new Map<Sender, Promise<never>>();

  constructor(
    private readonly limit: FairLimit,
    private readonly work: Work<Result>,
    private readonly before: Promise<unknown> | undefined,
  ) {
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
    // Those who wait for it get its error.
    this.result.catch(() => undefined);
  }

  /** Ended, or left by all before it began. */
  get isIdle(): boolean {
    return this.#hasEnded || (!this.hasBegun && this.#askers === 0);
  }

  async join({ sender, signal }: Asker): Promise<Result> {
    this.#askers += 1;
    const refusal = this.#refusals.get(sender) ?? this.#queueFor(sender);
    const gone = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      return await Promise.race([this.result, refusal, gone]);
    } finally {
      this.#askers -= 1;
      if (this.#askers === 0 && !this.#hasEnded) this.#gone.abort(signal.reason);
    }
  }

  /** Each sender queues the run for itself, so that none waits in the queue of another. The first turn begins it. */
  #queueFor(sender: Sender): Promise<never> {
    const refusal = new Promise<never>((_, reject) => {
      const begin = () => this.limit.run(sender, () => this.#begin(), this.#gone.signal);
      Promise.resolve(this.before)
        .then(begin, begin)
        .catch((error: unknown) => {
          this.#refusals.delete(sender);
          reject(error);
        });
    });
    this.#refusals.set(sender, refusal);
    return refusal;
  }

  /** Never rejects: the askers get the result. */
  async #begin(): Promise<void> {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const result = this.work(this.#gone.signal);
    this.#settle(result);
    await result.catch(() => undefined);
    this.#hasEnded = true;
  }
}
