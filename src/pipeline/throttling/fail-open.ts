/** Lets requests pass while the counters cannot be reached, so that an outage of the store does not stop the service. */
import type { Log } from '../../observability/log.js';

/** The pause after a failure: requests do not wait for a failing store, and the log gets few warnings. */
const PAUSE_MS = 5_000;

/** @returns what the counter answers; undefined if its store does not answer */
export type Ask = <T>(question: () => Promise<T>) => Promise<T | undefined>;

/** @param now milliseconds of a clock that never jumps */
export function makeAsk(log: Pick<Log, 'warn'>, now: () => number = () => performance.now()): Ask {
  let silentUntil = Number.NEGATIVE_INFINITY;
  return async function ask(question) {
    if (now() < silentUntil) return undefined;
    try {
      return await question();
    } catch (failure) {
      if (now() >= silentUntil) {
        const reason = failure instanceof Error ? failure.message : String(failure);
        log.warn({ reason, pausedMs: PAUSE_MS }, 'throttling is off: its counters cannot be reached');
      }
      silentUntil = now() + PAUSE_MS;
      return undefined;
    }
  };
}
