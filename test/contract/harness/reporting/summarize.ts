/** The end of a run: a line per operation, a line per check. */
import type { Run } from '../run.js';

/** @param seconds that the run took */
export function summarize(run: Run, seconds: number): string {
  const { findings, tallies, checked, target } = run;
  const operations = run.operations().map(({ label }) => {
    const { cases = 0, successes = 0, statuses = new Map<number, number>() } = tallies.get(label) ?? {};
    const seen = [...statuses.keys()].sort().join(' ');
    return row(
      label,
      `${cases} requests, ${successes} accepted`,
      findings.filter(({ operation }) => operation === label).length,
      seen,
    );
  });
  const names = [
    ...target.configuration.checks,
    ...(findings.some(({ check }) => check === 'vacuity') ? ['vacuity' as const] : []),
  ];
  const checks = names.map((name) => {
    const times = name === 'vacuity' ? operations.length : (checked.get(name) ?? 0);
    const what = name === 'vacuity' ? `${times} operations` : `${times} answers`;
    const found = findings.filter(({ check }) => check === name).length;
    // A check that judged nothing has not shown that all is well.
    return times === 0 ? `  --   ${name.padEnd(WIDTH)} never tried` : row(name, what, found, '');
  });
  const cases = [...tallies.values()].reduce((sum, tally) => sum + tally.cases, 0);
  const total = `${cases} requests, ${findings.length} findings, ${seconds.toFixed(1)} s, --seed ${target.configuration.seed}`;
  return ['', 'Operations', ...operations, '', 'Checks', ...checks, '', total].join('\n');
}

const WIDTH = 34;

function row(name: string, what: string, found: number, more: string): string {
  const mark = found === 0 ? 'ok  ' : 'FAIL';
  return `  ${mark} ${name.padEnd(WIDTH)} ${what}${found === 0 ? '' : `, ${found} findings`}${more === '' ? '' : `, ${more}`}`;
}
