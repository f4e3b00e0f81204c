/**
 * Requests that ask for the same at the same time share one run, which begins after each of them has asked. Few runs go
 * on at once, senders take turns, and a run that nobody waits for any more stops.
 */
import type { FairLimit } from './fair-limit.js';
import type { Sender } from './fair-queue.js';

/** A request that asks. */
export interface Asker {
  readonly sender: Sender;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * @param key what is asked for: the same key, the same result
 * @param work gets a signal that is aborted when all that asked have gone
 * @throws ServiceUnavailable at once when the queue of this sender is full; the reason of its own signal
 */
export type FairRuns<Result> = (
  key: string,
  asker: Asker,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/** One run of a key at a time. The failure of a run is that of its own askers, and the next one begins all the same. */
export function makeFairRuns<Result>(limit: FairLimit): FairRuns<Result> {
  /** By key: the run that is under way, or the one behind it, which has not begun. */
  const latest = new Map<string, Run<Result>>();

  return async function fairRun(key, asker, work) {
    asker.signal.throwIfAborted();
    let run = latest.get(key);
    if (run === undefined || run.hasBegun) {
      run = new Run(limit, work, run?.ended);
      latest.set(key, run);
    }
    try {
      return await run.join(asker);
    } finally {
      // Ended, or left by all before it began.
      if (run.isIdle && latest.get(key) === run) latest.delete(key);
    }
  };
}

class Run<Result> {
  readonly #limit: FairLimit;
  readonly #work: (signal: AbortSignal) => Promise<Result>;
  readonly #before: Promise<unknown> | undefined;
  readonly #controller = new AbortController();
  /** By sender: rejects when its queue has no place for the run. */
  readonly #refusals = new Map<Sender, Promise<never>>();
  #settle: (result: Promise<Result>) => void = () => undefined;
  readonly #result = new Promise<Result>((resolve) => {
    this.#settle = resolve;
  });
  #askers = 0;
  #state: 'waiting' | 'running' | 'ended' = 'waiting';

  constructor(
    limit: FairLimit,
    work: (signal: AbortSignal) => Promise<Result>,
    before: Promise<unknown> | undefined,
  ) {
    this.#limit = limit;
    this.#work = work;
    this.#before = before;
    // Those who wait for it get its error.
    this.#result.catch(() => undefined);
  }

  get hasBegun(): boolean {
    return this.#state !== 'waiting';
  }

  /** Nobody waits for it, and it is not running. */
  get isIdle(): boolean {
    return this.#state === 'ended' || (this.#state === 'waiting' && this.#askers === 0);
  }

  /** Resolves when the run is over, however it went. */
  get ended(): Promise<unknown> {
    return this.#result.catch(() => undefined);
  }

  async join({ sender, signal }: Asker): Promise<Result> {
    this.#askers += 1;
    const refusal = this.#refusals.get(sender) ?? this.#queueFor(sender);
    const gone = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      return await Promise.race([this.#result, refusal, gone]);
    } finally {
      this.#askers -= 1;
      if (this.#askers === 0 && this.#state !== 'ended') this.#controller.abort(signal.reason);
    }
  }

  /** Each sender queues the run for itself, so that none waits in the queue of another. The first turn begins it. */
  #queueFor(sender: Sender): Promise<never> {
    const refusal = new Promise<never>((_, reject) => {
      const queue = async () => {
        await this.#before;
        await this.#limit.run(sender, () => this.#begin(), this.#controller.signal);
      };
      queue().catch((error: unknown) => {
        this.#refusals.delete(sender);
        reject(error);
      });
    });
    this.#refusals.set(sender, refusal);
    return refusal;
  }

  /** Never rejects: the askers get the result. */
  async #begin(): Promise<void> {
    if (this.#state !== 'waiting') return;
    this.#state = 'running';
    try {
      const result = await this.#work(this.#controller.signal);
      this.#settle(Promise.resolve(result));
    } catch (error) {
      this.#settle(Promise.reject(error));
    } finally {
      this.#state = 'ended';
    }
  }
}
