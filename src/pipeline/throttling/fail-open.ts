/** Asks a limiter, and lets everybody pass while its store is away: the limit matters less than the service. */
import { RateLimiterRes } from 'rate-limiter-flexible';
import { Throttled } from '../../errors/index.js';
import type { Log } from '../../observability/log.js';

/** Nobody waits again for a store that has just failed, and the log is not flooded. */
const PAUSE_MS = 5_000;

/**
 * @returns what the limiter answers; undefined when its store does not
 * @throws Throttled when there are no points left
 */
export type Ask = <T>(question: () => Promise<T>) => Promise<T | undefined>;

export function makeAsk(log: Pick<Log, 'warn'>, now: () => number = Date.now): Ask {
  let silentUntil = 0;
  return async function ask(question) {
    if (now() < silentUntil) return undefined;
    try {
      return await question();
    } catch (refusal) {
      // The limiter rejects with its state, which is no Error, when it says no.
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
