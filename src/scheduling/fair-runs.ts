/** Requests of one sender for the same at the same time share one run, which begins after each of them has asked. */
import { makeBatcher } from './batcher.js';
import type { FairLimit, Sender } from './fair-limit.js';

/** A request that asks. */
export interface Asker {
  readonly sender: Sender;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * @returns runs the work under the limit, or joins a run of the same sender and key: the same key, the same result. A run
 *   begins when the one before has ended, however that went. The signal of the work is aborted when all askers have gone
 */
export function makeFairRuns<Result>(limit: FairLimit) {
  type Work = (signal: AbortSignal) => Promise<Result>;
  const shared = new Map<string, { askers: number; ask(signal: AbortSignal): Promise<Result> }>();

  function share(sender: Sender, work: Work) {
    const ask = makeBatcher<AbortSignal, Result>({
      most: Number.POSITIVE_INFINITY,
      isParallel: false,
      async run(signals) {
        const gone = whenAllAbort(signals);
        const value = await limit.run(sender, () => work(gone), gone);
        return signals.map(() => ({ status: 'fulfilled', value }));
      },
    });
    return { askers: 0, ask };
  }

  return async function fairRun(key: string, { sender, signal }: Asker, work: Work): Promise<Result> {
    const place = `${sender} ${key}`;
    const runs = shared.get(place) ?? share(sender, work);
    shared.set(place, runs);
    runs.askers += 1;
    const left = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      signal.throwIfAborted();
      return await Promise.race([runs.ask(signal), left]);
    } finally {
      runs.askers -= 1;
      if (runs.askers === 0) shared.delete(place);
    }
  };
}

function whenAllAbort(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController();
  let left = signals.length;
  for (const signal of signals) {
    const count = () => {
      left -= 1;
      if (left === 0) all.abort(signal.reason);
    };
    if (signal.aborted) count();
    else signal.addEventListener('abort', count, { once: true });
  }
  return all.signal;
}
