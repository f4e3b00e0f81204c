/** Compares a run of dredd with the specification: every case once and no other, each as documented or skipped. */
import { type DocumentedCase, labelOf } from './documented-cases.js';

/** What the hooks write. */
export interface Report {
  readonly outcomes: readonly Outcome[];
}

interface Outcome {
  /** The number of the case; missing when the specification has no such case. */
  readonly number?: number;
  readonly outcome: 'pass' | 'skip' | 'fail' | 'error';
}

export interface Verdict {
  readonly passed: number;
  /** The statuses that came back as documented: `login 401`. */
  readonly met: readonly string[];
  /** Nobody can get them, as statuses.cjs says. */
  readonly skipped: number;
  /** Why the run failed; none when it passed. */
  readonly problems: readonly string[];
}

/**
 * @param report undefined: there is none
 * @param code dredd's exit status
 */
export function judgeRun(
  cases: readonly DocumentedCase[],
  report: Report | undefined,
  code: number,
): Verdict {
  // dredd itself succeeds when it ran nothing, or no hook.
  if (!report)
    return { passed: 0, met: [], skipped: 0, problems: [`dredd left no report (exit status ${code})`] };
  const { outcomes } = report;
  const numbered = (wanted: number) => outcomes.filter(({ number }) => number === wanted);
  const count = (wanted: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const isMet = ({ number }: DocumentedCase) => numbered(number).some(({ outcome }) => outcome === 'pass');
  const strangers = outcomes.filter(({ number }) => number === undefined).length;
  const problems = [
    ...cases.flatMap((documented) => flawsOf(documented, numbered(documented.number))),
    ...(strangers > 0 ? [`dredd ran ${strangers} cases that the specification does not have`] : []),
  ];
  return {
    passed: count('pass'),
    met: cases.filter(isMet).map(({ operation, status }) => `${operation} ${status}`),
    skipped: count('skip'),
    problems: problems.length > 0 || code === 0 ? problems : [`dredd ended with status ${code}`],
  };
}

function flawsOf(documented: DocumentedCase, outcomes: readonly Outcome[]): string[] {
  const label = labelOf(documented);
  if (outcomes.length !== 1) return [`${label}: dredd ran it ${outcomes.length} times`];
  return outcomes
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ outcome }) => `${label}: ${outcome}`);
}
