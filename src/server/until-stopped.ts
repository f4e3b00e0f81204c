/** Waits for the signal that ends the service. */
import type { Log } from '../observability/log.js';

const DEADLINE_MS = 10_000;

export interface Stopping {
  /** Resolves when stopped. Past the deadline, or at a second signal, the process exits with 1. */
  readonly stopped: Promise<void>;
  readonly hasBegun: boolean;
}

/**
 * Waits for SIGTERM, SIGINT, SIGHUP or a failure, then stops.
 *
 * @param stop resolves when everything is closed
 * @param failure rejects when the service has to end without a signal; `stopped` rejects with that error after the stop
 */
export function untilStopped(log: Log, stop: () => Promise<void>, failure: Promise<never>): Stopping {
  let hasBegun = false;
  const stopped = new Promise<void>((resolve, reject) => {
    const giveUp = (reason: string) => {
      log.fatal({ reason }, 'stopped at once: requests in flight are cut off');
      process.exit(1);
    };
    const begin = (reason: string, error?: Error) => {
      if (hasBegun) return error ? undefined : giveUp(`${reason} again`);
      hasBegun = true;
      log.info({ reason }, 'stopping after the requests in flight');
      const deadline = setTimeout(giveUp, DEADLINE_MS, `not done after ${DEADLINE_MS} ms`);
      stop()
        .then(() => {
          log.info('stopped');
          if (error) reject(error);
          else resolve();
        }, reject)
        .finally(() => clearTimeout(deadline));
    };
    // SIGHUP: the terminal was closed.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => begin(signal));
    failure.catch((error: Error) => begin(error.message, error));
  });
  return {
    stopped,
    get hasBegun() {
      return hasBegun;
    },
  };
}
