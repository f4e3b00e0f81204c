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
 * Runs the work, or joins a run of the same key that has not begun: the same key, the same result. A run of a key begins
 * when the one before has ended, however that went.
 *
 * @throws ServiceUnavailable at once when the queue of this sender is full, and the reason of the asker's signal
 */
export type FairRuns<Result> = (key: string | symbol, asker: Asker, work: Work<Result>) => Promise<Result>;

export function makeFairRuns<Result>(limit: FairLimit): FairRuns<Result> {
  /** By key: the run that is under way, or the one behind it, which has not begun. */
  const latest = new Map<string | symbol, Run<Result>>();

  return async function fairRun(key, { sender, signal }, work) {
    signal.throwIfAborted();
    let run = latest.get(key);
    if (run === undefined || run.hasBegun) {
      run = makeRun(limit, work, run?.result);
      latest.set(key, run);
    }
    const left = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    run.askers += 1;
    try {
      return await Promise.race([run.result, run.refusalOf(sender), left]);
    } catch (error) {
      // Only here: those who got the result may read on.
      if (run.askers === 1) run.gone.abort(error);
      throw error;
    } finally {
      run.askers -= 1;
      if (run.askers === 0 && latest.get(key) === run) latest.delete(key);
    }
  };
}

type Run<Result> = ReturnType<typeof makeRun<Result>>;

/** @param before the run of the same key that goes on: this one begins when it has ended */
function makeRun<Result>(limit: FairLimit, work: Work<Result>, before: Promise<unknown> = Promise.resolve()) {
  const gone = new AbortController();
  const refusals = new Map<Sender, Promise<never>>();
  let settle: (result: Promise<Result>) => void;
  const result = new Promise<Result>((resolve) => {
    settle = resolve;
  });
  // The askers get its error.
  const ended = result.catch(() => undefined);
  const run = { askers: 0, hasBegun: false, gone, result, refusalOf };
  return run;

  /**
   * Each sender queues the run for itself, so that none waits in the queue of another. The first turn begins it.
   *
   * @returns rejects when the queue of the sender has no place; otherwise it stays pending
   */
  function refusalOf(sender: Sender): Promise<never> {
    const queue = () => limit.run(sender, begin, gone.signal);
    const refusal =
      refusals.get(sender) ?? before.then(queue, queue).then(() => new Promise(() => undefined));
    refusals.set(sender, refusal);
    return refusal;
  }

  async function begin(): Promise<void> {
    if (run.hasBegun) return;
    run.hasBegun = true;
    settle(work(gone.signal));
    await ended;
  }
}
