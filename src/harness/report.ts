/** What a run found, with what a person needs to see it again, and its end: a line per operation, a line per check. */
import type { Answer } from './case.js';
import type { CheckName } from './checks.js';
import type { Operation } from './document/model.js';
import { printable, shorten } from './print.js';
import type { Run, Tally } from './run.js';

export interface Finding {
  /** `vacuity` when the run itself proved less than it says. */
  readonly check: CheckName | 'vacuity';
  readonly operation: string;
  readonly message: string;
  readonly pointer: string;
  readonly field: string | undefined;
  readonly about: string;
  /** The request that shows it, after those that had to come before it. */
  readonly curl: readonly string[];
  readonly answer: (Pick<Answer, 'status' | 'headers'> & { readonly text: string }) | undefined;
}

export interface Identity {
  readonly check: Finding['check'];
  readonly operation: string;
  readonly status: number | undefined;
  readonly pointer: string;
  readonly field?: string | undefined;
  readonly subject?: string | undefined;
}

/** Findings that differ in their request alone, or in the item of a list that shows them, are one. */
export function keyOf({ check, operation, status, pointer, field = '', subject = '' }: Identity): string {
  // A server that lets a request in without credentials lets it in with wrong ones.
  if (check === 'ignored_auth') return `${check} ${operation}`;
  return [check, operation, status ?? 'no answer', pointer, field.replace(/\/\d+/g, '/*'), subject].join(' ');
}

export function describeFinding(finding: Finding): string {
  const { answer } = finding;
  const lines = [
    `${finding.check}: ${finding.operation}`,
    `  ${finding.message}`,
    ...(finding.about === '' ? [] : [`  sent:   ${finding.about}`]),
    ...finding.curl.map((line) => `  ${line}`),
    ...(answer
      ? [`  answer: ${answer.status} ${headersOf(answer.headers)}`, `          ${shorten(answer.text)}`]
      : []),
    ...(finding.field === undefined ? [] : [`  field:  ${finding.field}`]),
    `  rule:   ${finding.pointer}`,
  ];
  return lines.map(printable).join('\n');
}

const TOLD = ['content-type', 'allow', 'www-authenticate', 'location', 'retry-after', 'etag', 'link'];

const headersOf = (headers: Readonly<Record<string, string>>) =>
  TOLD.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`])).join('; ');

export function summarize(run: Run, seconds: number): string {
  const { findings, tallies, checked, target } = run;
  const operations = run.operations().map((operation) => {
    const tally = run.tallyOf(operation);
    const { cases, successes, statuses } = tally;
    const found = findings.filter((one) => one.operation === operation.label).length;
    const what = `${count(cases, 'request')}, ${successes} accepted`;
    const seen = [...statuses.keys()].sort().join(' ');
    const mark = cases === 0 ? '--' : isSeldomAccepted(tally) ? 'few' : 'ok';
    return row(mark, printable(operation.label), found, what, ...(seen === '' ? [] : [seen]));
  });
  const more = [...checked.keys(), ...findings.map(({ check }) => check)];
  const checks = [...new Set<string>([...target.configuration.checks, ...more])].map((name) => {
    const times = checked.get(name) ?? 0;
    const found = findings.filter(({ check }) => check === name).length;
    if (name === 'vacuity') return row('ok', name, found, count(operations.length, 'operation'));
    // A check that judged nothing has not shown that all is well.
    if (times > 0) return row('ok', name, found, count(times, 'answer'));
    const isAlone = name === 'object_level_authorization' && target.other === undefined;
    return row('--', name, found, `never tried${isAlone ? ': it needs a second --auth' : ''}`);
  });
  const cases = [...tallies.values()].reduce((sum, tally) => sum + tally.cases, 0);
  const counts = `${count(cases, 'request')}, ${count(findings.length, 'finding')}`;
  const total = `${counts}, ${seconds.toFixed(1)} s, --seed ${target.configuration.seed}`;
  const warnings = run.warnings.map((warning) => `warning: ${printable(warning)}`);
  const gaps = run.gaps().map((gap) => `incomplete: ${printable(gap)}`);
  return ['', 'Operations', ...operations, '', 'Checks', ...checks, '', ...warnings, ...gaps, total].join(
    '\n',
  );
}

const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`;

function row(good: string, name: string, found: number, ...what: readonly string[]): string {
  const mark = (found === 0 ? good : 'FAIL').padEnd(4);
  const findings = found === 0 ? [] : [count(found, 'finding')];
  return `  ${mark} ${name.padEnd(34)} ${[...what, ...findings].join(', ')}`;
}

export function vacuity(run: Run): void {
  const operations = run.operations();
  const report = (label: string, message: string, pointer: string) =>
    void run.report('vacuity', { message, pointer }, [], label);
  const reportAll = (message: string) => report('the document', message, '#/paths');
  if (operations.length === 0) reportAll('There is no operation to test.');
  else if (operations.every((operation) => run.tallyOf(operation).cases === 0))
    reportAll('No request was made.');
  else if (run.checked.size === 0) {
    const names = run.target.configuration.checks.join(', ') || 'none is on';
    reportAll(`No check had anything to judge: ${names}.`);
  }
  for (const operation of operations) {
    const tally = run.tallyOf(operation);
    const { label, pointer } = operation;
    const { cases, successes, meant, taken } = tally;
    const why = hint(tally);
    if (cases === 0 || isExplained(run, operation)) continue;
    if (successes === 0) {
      if (mustSucceed(run, operation)) report(label, `No request was accepted: ${why}`, pointer);
    } else if (isSeldomAccepted(tally)) {
      const counts = `of ${meant} requests that keep every rule ${taken} were accepted`;
      run.warnings.push(`${label}: ${counts}: ${why}`);
    }
  }
}

/** Less than once in ten: what was tried so says little. */
const isSeldomAccepted = ({ meant, taken }: Tally) => meant >= FEW && taken * 10 < meant;

const FEW = 10;

/** Its plainest request fails, which is a finding of its own. */
const isExplained = ({ findings }: Run, { label }: Operation) =>
  findings.some(
    ({ check, operation }) =>
      operation === label && (check === 'not_a_server_error' || check === 'positive_data_acceptance'),
  );

/** Where only wrong data are asked for, nothing is accepted. */
const mustSucceed = ({ target: { configuration } }: Run, operation: Operation) =>
  configuration.mustSucceed(operation) && configuration.modes(operation).includes('positive');

const HINT =
  'Give credentials (--auth KIND:...), a --rate-limit where the server has one, data that the path can name, or an example that the service accepts.';

const hint = ({ statuses }: Tally) =>
  `${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}. ${HINT}`;
