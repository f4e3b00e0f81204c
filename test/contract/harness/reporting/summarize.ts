/** The end of a run: a line per operation, a line per check. */

import { printable } from '../printable.js';
import type { Run } from '../run.js';

export function summarize(run: Run, seconds: number): string {
  const { findings, tallies, checked, target } = run;
  const operations = run.operations().map(({ label }) => {
    const {
      cases = 0,
      successes = 0,
      throttled = 0,
      statuses = new Map<number, number>(),
    } = tallies.get(label) ?? {};
    const seen = [...statuses.keys()].sort().join(' ');
    return row(
      printable(label),
      `${cases} requests, ${successes} accepted${throttled > 0 ? `, ${throttled} throttled` : ''}`,
      findings.filter(({ operation }) => operation === label).length,
      seen,
    );
  });
  const known: readonly string[] = target.configuration.checks;
  const more = [...new Set([...checked.keys(), ...findings.map(({ check }) => check)])];
  const checks = [...known, ...more.filter((name) => !known.includes(name))].map((name) => {
    const times = name === 'vacuity' ? operations.length : (checked.get(name) ?? 0);
    const what = name === 'vacuity' ? `${times} operations` : `${times} answers`;
    const found = findings.filter(({ check }) => check === name).length;
    // A check that judged nothing has not shown that all is well.
    return times === 0 && found === 0
      ? `  --   ${name.padEnd(WIDTH)} never tried`
      : row(name, what, found, '');
  });
  const cases = [...tallies.values()].reduce((sum, tally) => sum + tally.cases, 0);
  const total = `${cases} requests, ${findings.length} findings, ${seconds.toFixed(1)} s, --seed ${target.configuration.seed}`;
  return [
    '',
    'Operations',
    ...operations,
    '',
    'Checks',
    ...checks,
    '',
    ...warningsOf(run).map((warning) => `warning: ${printable(warning)}`),
    total,
  ].join('\n');
}

function warningsOf({ warnings, throttle, tallies }: Run): string[] {
  const throttled = [...tallies.values()].reduce((sum, tally) => sum + tally.throttled, 0);
  const waited = `The run waited ${(throttle.waited / 1000).toFixed(0)} s because the server answered 429`;
  const lost = throttle.gaveUp
    ? `${waited} and then stopped waiting, so ${throttled} requests were not judged. Give --rate-limit or a longer --max-wait.`
    : `${waited}. Give --rate-limit to ask more slowly.`;
  return [...warnings, ...(throttle.waited > 0 || throttle.gaveUp ? [lost] : [])];
}

const WIDTH = 34;

function row(name: string, what: string, found: number, more: string): string {
  const mark = found === 0 ? 'ok  ' : 'FAIL';
  return `  ${mark} ${name.padEnd(WIDTH)} ${what}${found === 0 ? '' : `, ${found} findings`}${more === '' ? '' : `, ${more}`}`;
}
