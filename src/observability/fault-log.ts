/** Logs a fault once when it begins and once when it is over, however often it is noticed in between. */
import type { Log } from './log.js';

export interface FaultLog {
  /** @param details what is known of the fault; only those of its beginning are logged */
  begins(details: object): void;
  ends(details?: object): void;
}

/**
 * @param began the text of the line at the beginning
 * @param ended the text of the line at the end, which also has the duration in `seconds`
 */
export function makeFaultLog(log: Pick<Log, 'warn' | 'info'>, began: string, ended: string): FaultLog {
  let since: number | undefined;
  let known: object = {};
  return {
    begins(details) {
      if (since !== undefined) return;
      since = performance.now();
      known = details;
      log.warn(details, began);
    },
    ends(details) {
      if (since === undefined) return;
      const seconds = Math.round((performance.now() - since) / 100) / 10;
      since = undefined;
      log.info({ ...known, ...details, seconds }, ended);
    },
  };
}
