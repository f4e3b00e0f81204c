/** A report for programs: one JSON object a line, findings first, then operations, then the run. */
import { writeFile } from 'node:fs/promises';
import type { Run } from '../run.js';

export async function writeNdjson(path: string, run: Run, seconds: number): Promise<void> {
  const operations = run.operations().map((operation) => {
    const { cases, successes, statuses } = run.tallyOf(operation);
    return {
      type: 'operation',
      operation: operation.label,
      cases,
      successes,
      statuses: Object.fromEntries(statuses),
    };
  });
  const lines = [
    ...run.findings.map((finding) => ({ type: 'finding', ...finding })),
    ...operations,
    { type: 'run', seed: run.target.configuration.seed, findings: run.findings.length, seconds },
  ];
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
