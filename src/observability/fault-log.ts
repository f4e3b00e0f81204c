/** Logs a fault once when it begins and once when it is over, however often it is noticed in between. */

/** The part of pino's interface that is needed. */
export interface FaultLines {
  warn(details: object, text: string): void;
  info(details: object, text: string): void;
}

export interface FaultLog {
  /** @param details what is known of the fault; only those of its beginning are logged */
  begins(details: object): void;
  /** @param at when it was over, by `performance.now()`; default: now */
  ends(details?: object, at?: number): void;
}

/**
 * @param began the text of the line at the beginning
 * @param ended the text of the line at the end, which also has the duration in `seconds`
 */
export function makeFaultLog(log: FaultLines, began: string, ended: string): FaultLog {
  let since: number | undefined;
  let known: object = {};
  return {
    begins(details) {
      if (since !== undefined) return;
      since = performance.now();
      known = details;
      log.warn(details, began);
    },
    ends(details, at = performance.now()) {
      if (since === undefined) return;
      const seconds = Math.round((at - since) / 100) / 10;
      since = undefined;
      log.info({ ...known, ...details, seconds }, ended);
    },
  };
}

/** Milliseconds without the fault after which it is over. */
const OVER_MS = 10_000;

/**
 * For a fault whose end nothing tells: it is over once it has not been noticed for a while.
 *
 * @returns notices the fault once more; the line at the end has how often in `count`
 */
export function makeRecurringFaultLog(
  log: FaultLines,
  began: string,
  ended: string,
  overMs: number = OVER_MS,
): (details: object, times?: number) => void {
  const fault = makeFaultLog(log, began, ended);
  let count = 0;
  let last = 0;
  let timer: NodeJS.Timeout | undefined;
  return function notice(details, times = 1) {
    fault.begins(details);
    count += times;
    last = performance.now();
    timer ??= setTimeout(look, overMs).unref();
  };

  function look(): void {
    const left = last + overMs - performance.now();
    timer = left > 0 ? setTimeout(look, left).unref() : undefined;
    if (timer !== undefined) return;
    fault.ends({ count }, last);
    count = 0;
  }
}
