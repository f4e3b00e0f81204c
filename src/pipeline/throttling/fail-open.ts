/** Asks a limiter. Lets requests pass while its store does not answer, so that an outage does not stop the service. */
import { RateLimiterRes } from 'rate-limiter-flexible';
import { Throttled } from '../../errors/index.js';
import type { Log } from '../../observability/log.js';

/** The pause after a failure: requests do not wait for a failing store, and the log gets few warnings. */
const PAUSE_MS = 5_000;

/**
 * @returns the limiter's result; undefined if its store does not answer
 * @throws Throttled if no points are left
 */
export type Ask = <T>(question: () => Promise<T>) => Promise<T | undefined>;

export function makeAsk(log: Pick<Log, 'warn'>, now: () => number = Date.now): Ask {
  let silentUntil = 0;
  return async function ask(question) {
    if (now() < silentUntil) return undefined;
    try {
      return await question();
    } catch (refusal) {
      // The limiter refuses by rejecting with its state, which is not an Error.
      if (refusal instanceof RateLimiterRes) throw throttled(refusal);
      if (now() >= silentUntil) {
        const reason = refusal instanceof Error ? refusal.message : String(refusal);
        log.warn({ reason, pausedMs: PAUSE_MS }, 'throttling is off: its counters cannot be reached');
      }
      silentUntil = now() + PAUSE_MS;
      return undefined;
    }
  };
}

export function throttled({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>): Throttled {
  return new Throttled(Math.max(msBeforeNext, 1) / 1000);
}
