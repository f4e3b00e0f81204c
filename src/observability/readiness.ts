/** Whether the service can do its work, asked part by part. */
import { withTimeout } from '../scheduling/with-timeout.js';
import type { Log } from './log.js';

export interface Check {
  /** What is told when it fails. Everybody may read it, so it names no host and no path. */
  readonly problem: string;
  /** Rejects, or throws, when something is wrong. The reason is for the log. */
  run(): Promise<void> | void;
}

export type Checks = Readonly<Record<string, Check>>;

/** `ok`, or the problem, by the name of the check. */
export type Findings = Readonly<Record<string, string>>;

export interface Readiness {
  /** What was found after the call. */
  find(): Promise<Findings>;
}

/** A part that has not answered by then cannot be relied on. */
const PATIENCE_MS = 2_000;

/** @param log gets one line when a check begins to fail, and one when it passes again */
export function makeReadiness(checks: Checks, log: Pick<Log, 'warn' | 'info'>): Readiness {
  const failing = new Set<string>();

  async function find(): Promise<Findings> {
    const found = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const reason = await failureOf(check);
        if (reason === undefined) {
          if (failing.delete(name)) log.info({ check: name }, 'ready again');
          return [name, 'ok'];
        }
        if (!failing.has(name)) log.warn({ check: name, reason: String(reason) }, 'not ready');
        failing.add(name);
        return [name, check.problem];
      }),
    );
    return Object.fromEntries(found);
  }

  return { find };
}

/** @returns undefined when the check passes */
async function failureOf({ run }: Check): Promise<unknown> {
  try {
    return await withTimeout(PATIENCE_MS, run(), new Error(`no answer within ${PATIENCE_MS} ms`));
  } catch (error) {
    return error;
  }
}
