/** A report for programs: one JSON object a line, findings first, then operations with their coverage, then the run. */
import { writeFile } from 'node:fs/promises';
import { printableLines } from '../printable.js';
import type { Outcome } from './outcome.js';

export async function writeNdjson(path: string, { run, seconds }: Outcome): Promise<void> {
  const covered = run.coverage.report(run.operations());
  const operations = run.operations().map((operation, index) => {
    const { cases, successes, throttled, statuses } = run.tallyOf(operation);
    return {
      type: 'operation',
      operation: operation.label,
      cases,
      successes,
      throttled,
      statuses: Object.fromEntries(statuses),
      coverage: covered[index],
    };
  });
  const { configuration, document, url } = run.target;
  const lines = [
    ...run.findings.map((finding) => ({ type: 'finding', ...finding })),
    ...operations,
    ...run.warnings.map((warning) => ({ type: 'warning', warning })),
    {
      type: 'run',
      title: document.title,
      url: url.origin,
      seed: configuration.seed,
      findings: run.findings.length,
      checks: Object.fromEntries(run.checked),
      seconds,
    },
  ];
  await writeFile(path, printableLines(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
}
