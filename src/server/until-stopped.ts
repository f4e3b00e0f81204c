/** Waits for the signal that ends the service. */
import type { Log } from '../observability/log.js';

const DEADLINE_MS = 10_000;

export interface Stopping {
  /** Resolves when stopped. Past the deadline, or at a second signal, the process exits with 1. */
  readonly stopped: Promise<void>;
  readonly hasBegun: boolean;
}

export interface StoppingOptions {
  /** Rejects when the service has to end without a signal. `stopped` rejects with the same error after the stop. */
  readonly failure?: Promise<never>;
  /**
   * A worker of several. Signals of a group (Ctrl+C) may reach it beside the supervisor's message, so only the supervisor
   * takes a second signal for impatience.
   */
  readonly worker?: boolean;
}

/**
 * Waits for SIGTERM, SIGINT, SIGHUP, the supervisor's message or a failure, then stops.
 *
 * @param stop resolves when everything is closed
 */
export function untilStopped(
  log: Log,
  stop: () => Promise<void>,
  { failure, worker = false }: StoppingOptions = {},
): Stopping {
  let hasBegun = false;
  const stopped = new Promise<void>((resolve, reject) => {
    const giveUp = (reason: string) => {
      log.fatal({ reason }, 'stopped at once: requests in flight are cut off');
      process.exit(1);
    };
    const begin = (reason: string, error?: Error) => {
      if (hasBegun) return worker || error ? undefined : giveUp(`${reason} again`);
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
    if (worker) process.on('message', (message) => message === 'stop' && begin('asked by the supervisor'));
    failure?.catch((error: Error) => begin(error.message, error));
  });
  return {
    stopped,
    get hasBegun() {
      return hasBegun;
    },
  };
}
