/** Notes what the checks have against an answer. */
import type { Exchange, Run } from '../run.js';

/** Judges the last of the exchanges. @returns whether something new was found */
export function note(run: Run, exchanges: readonly Exchange[]): boolean {
  const last = exchanges.at(-1);
  const violations = last ? run.judge(last) : [];
  const found = violations.map((violation) => run.report(violation.check, violation, exchanges));
  return found.some((finding) => finding !== undefined);
}
