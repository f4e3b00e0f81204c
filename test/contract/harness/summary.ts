/** The end of a run: a line per operation, a line per check. */

import type { Operation } from './document/model.js';
import { isProducer, producerOf } from './phases/resources.js';
import type { Run, Tally } from './run.js';
import { printable } from './shell-quote.js';

export function summarize(run: Run, seconds: number): string {
  const { findings, tallies, checked, target } = run;
  const operations = run.operations().map((operation) => {
    const { label } = operation;
    const tally = run.tallyOf(operation);
    const { cases, successes, throttled, statuses } = tally;
    const seen = [...statuses.keys()].sort().join(' ');
    return row(
      printable(label),
      `${cases} requests, ${successes} accepted${throttled > 0 ? `, ${throttled} throttled` : ''}`,
      findings.filter(({ operation }) => operation === label).length,
      seen,
      isSeldomAccepted(operation, tally) ? 'few ' : 'ok  ',
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

function row(name: string, what: string, found: number, more: string, good = 'ok  '): string {
  const mark = found === 0 ? good : 'FAIL';
  return `  ${mark} ${name.padEnd(WIDTH)} ${what}${found === 0 ? '' : `, ${found} findings`}${more === '' ? '' : `, ${more}`}`;
}

export function vacuity(run: Run): void {
  const operations = run.operations();
  if (operations.length === 0) report(run, 'the document', 'There is no operation to test.', '#/paths');
  else if (operations.every((operation) => run.tallyOf(operation).cases === 0))
    report(run, 'the document', 'No request was made.', '#/paths');
  else if (run.checked.size === 0)
    report(run, 'the document', `No check had anything to judge: ${namesOf(run)}.`, '#/paths');
  for (const operation of operations) {
    const tally = run.tallyOf(operation);
    if (isExplained(run, operation)) continue;
    if (tally.throttled > tally.cases / 2) {
      report(run, operation.label, throttled(tally), operation.pointer);
      continue;
    }
    if (tally.cases === 0 && !isWithinReach(run, operation)) continue;
    if (tally.cases === 0) report(run, operation.label, 'No request was made.', operation.pointer);
    else if (tally.successes === 0 && isOutOfReach(run, tally))
      run.warnings.push(`${operation.label} was not reached: ${hint(run, operation, tally)}`);
    else if (tally.successes > 0 && isSeldomAccepted(operation, tally))
      run.warnings.push(
        `${operation.label}: of ${tally.meant} requests that keep every rule ${tally.taken} were accepted: ${hint(run, operation, tally)}`,
      );
    else if (tally.successes === 0 && mustSucceed(run, operation))
      report(
        run,
        operation.label,
        `No request was accepted: ${hint(run, operation, tally)}`,
        operation.pointer,
      );
  }
}

/** Less than once in ten: what was tried so says little. */
const isSeldomAccepted = ({ takesLogin }: Operation, { meant, taken }: Tally) =>
  takesLogin !== true && meant >= FEW && taken * 10 < meant;

const FEW = 10;

const throttled = ({ throttled: count, cases }: Tally) =>
  `${count} of ${cases} requests got 429 and were not judged. Raise the server's limit for the run, or give --rate-limit and a longer --max-wait.`;

const namesOf = ({ target }: Run) => target.configuration.checks.join(', ') || 'none is on';

/** The credentials are good elsewhere, and here most requests are refused for who sends them: a form wants a token of its page. */
function isOutOfReach(run: Run, { cases, statuses }: Tally): boolean {
  const refused = (statuses.get(401) ?? 0) + (statuses.get(403) ?? 0);
  const areGood = run
    .operations()
    .some((operation) => operation.secured && run.tallyOf(operation).successes > 0);
  return run.target.self !== undefined && areGood && refused > cases / 2;
}

/** Its plainest request fails, which is a finding of its own. */
const isExplained = ({ findings }: Run, { label }: Operation) =>
  findings.some(
    ({ check, operation }) =>
      operation === label && (check === 'not_a_server_error' || check === 'positive_data_acceptance'),
  );

/** Lives are those of what is made: a run of nothing else asks nothing of the other operations. */
const isWithinReach = (run: Run, operation: Operation) =>
  run.target.configuration.phases.some((phase) => phase !== 'stateful') ||
  isProducer(run, operation) ||
  producerOf(run, operation) !== undefined;

/** Where only wrong data are asked for, nothing is accepted. */
const mustSucceed = ({ target: { configuration } }: Run, operation: Operation) =>
  configuration.mustSucceed(operation) && configuration.modes(operation).includes('positive');

function report(run: Run, label: string, message: string, pointer: string): void {
  run.report('vacuity', { message, pointer }, [], label);
}

function hint({ target }: Run, { path, takesLogin }: Operation, { statuses }: Tally): string {
  const seen = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  if ((statuses.has(401) || statuses.has(403)) && target.self === undefined)
    return `${seen}. Give credentials with --auth.`;
  if (statuses.has(401) || statuses.has(403)) return `${seen}. Are the credentials right?`;
  if (statuses.has(404) && path.includes('{'))
    return `${seen}. Perhaps nothing exists that the path can name: add data, a link, or an example.`;
  if (takesLogin === true && !target.self?.some(({ login }) => login))
    return `${seen}. Give a name and a password that are right with --auth basic:NAME:PASSWORD, or --also beside --auth.`;
  return `${seen}. Give an example that the service accepts.`;
}
