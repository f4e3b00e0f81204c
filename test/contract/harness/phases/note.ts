/** Notes what the checks have against an answer. */
import type { Exchange, Run } from '../run.js';

/** Judges the last of the exchanges. */
export function note(run: Run, exchanges: readonly Exchange[]): boolean {
  const last = exchanges.at(-1);
  const violation = last && run.judge(last);
  if (!violation) return false;
  run.report(violation.check, violation, exchanges);
  return true;
}
