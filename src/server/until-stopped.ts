/** Waits for the signal that ends the service. */
import type { Log } from '../observability/log.js';

const DEADLINE_MS = 10_000;

/**
 * Waits for SIGTERM, SIGINT or the supervisor's message, then stops.
 *
 * @param stop resolves when everything is closed
 * @param worker a worker of several, which group signals (Ctrl+C) may reach beside the supervisor's message: only the
 *   supervisor takes a second signal for impatience
 * @returns resolves when stopped; past the deadline, or at a second signal, the process exits with 1
 */
export function untilStopped(log: Log, stop: () => Promise<void>, worker = false): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopping = false;
    const giveUp = (reason: string) => {
      log.fatal({ reason }, 'stopped at once: requests in flight are cut off');
      process.exit(1);
    };
    const begin = (reason: string) => {
      if (stopping) return worker ? undefined : giveUp(`${reason} again`);
      stopping = true;
      log.info({ reason }, 'stopping after the requests in flight');
      const deadline = setTimeout(giveUp, DEADLINE_MS, `not done after ${DEADLINE_MS} ms`);
      stop()
        .then(() => {
          log.info('stopped');
          resolve();
        }, reject)
        .finally(() => clearTimeout(deadline));
    };
    process.on('SIGTERM', begin);
    process.on('SIGINT', begin);
    if (worker) process.on('message', (message) => message === 'stop' && begin('asked by the primary'));
  });
}
