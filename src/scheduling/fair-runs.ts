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

  return async function fairRun(key: string, { sender, signal }: Asker, work: Work<Result>): Promise<Result> {
    signal.throwIfAborted();
    let run = latest.get(key);
    if (run === undefined || run.stage !== 'waits') {
      run = new Run(limit, work, run?.result);
      latest.set(key, run);
    }
    const left = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    run.askers += 1;
    try {
      return await Promise.race([run.result, run.refusalOf(sender), left]);
    } finally {
      run.askers -= 1;
      if (run.askers === 0) {
        // Of what has ended the askers may read on.
        if (run.stage !== 'ended') run.gone.abort(signal.reason);
        if (latest.get(key) === run) latest.delete(key);
      }
    }
  };
}

class Run<Result> {
  stage: 'waits' | 'runs' | 'ended' = 'waits';
  askers = 0;
  readonly gone = new AbortController();
  readonly result: Promise<Result>;
  #settle: (result: Promise<Result>) => void = () => undefined;
  readonly #refusals = new Map<Sender, Promise<never>>();

  constructor(
    private readonly limit: FairLimit,
    private readonly work: Work<Result>,
    private readonly before: Promise<unknown> = Promise.resolve(),
  ) {
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
    // The askers get its error.
    this.result.catch(() => undefined);
  }

  /**
   * Each sender queues the run for itself, so that none waits in the queue of another. The first turn begins it.
   *
   * @returns rejects when the queue of the sender has no place; otherwise it stays pending
   */
  refusalOf(sender: Sender): Promise<never> {
    const begin = () => this.limit.run(sender, () => this.#begin(), this.gone.signal);
    const refusal =
      this.#refusals.get(sender) ?? this.before.then(begin, begin).then(() => new Promise(() => undefined));
    this.#refusals.set(sender, refusal);
    return refusal;
  }

  /** Never rejects: the askers get the result. */
  async #begin(): Promise<void> {
    if (this.stage !== 'waits') return;
    this.stage = 'runs';
    const result = this.work(this.gone.signal);
    this.#settle(result);
    await result.catch(() => undefined);
    this.stage = 'ended';
  }
}
