/** What GitHub Actions shows: an annotation per finding, and a summary of the job. */
import { appendFile } from 'node:fs/promises';
import type { Finding } from '../finding.js';
import { printableLines } from '../printable.js';
import { coverageTable, totals } from './coverage-table.js';
import { describeFinding } from './describe-finding.js';
import type { Outcome } from './outcome.js';

/** A workflow command. */
export const annotate = (finding: Finding) =>
  `::error title=${property(`${finding.check}: ${finding.operation}`)}::${data(describeFinding(finding))}`;

const data = (text: string) => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const property = (text: string) => data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');

export async function summarizeForGithub({ run, seconds }: Outcome): Promise<void> {
  const { GITHUB_STEP_SUMMARY: path } = process.env;
  if (path === undefined || path === '') return;
  const { findings, target } = run;
  const rows = coverageTable(run).map((row) => `| ${row.map(cell).join(' | ')} |`);
  const [head = '', ...body] = rows;
  const lines = [
    `## Contract: ${target.document.title}`,
    '',
    `${findings.length} findings, ${seconds.toFixed(1)} s, \`--seed ${target.configuration.seed}\`. Covered: ${totals(run)}.`,
    '',
    ...findings.flatMap((finding) => [
      `<details><summary><code>${escapeHtml(finding.check)}</code> ${escapeHtml(finding.operation)}: ${escapeHtml(finding.message)}</summary>`,
      '',
      `<pre>${escapeHtml(describeFinding(finding))}</pre>`,
      '</details>',
      '',
    ]),
    head,
    `|${' --- |'.repeat(head.split(' | ').length)}`,
    ...body,
    '',
  ];
  await appendFile(path, printableLines(lines.join('\n')));
}

const cell = (text: string) => escapeHtml(text).replace(/\|/g, '\\|').replace(/\n/g, ' ');
const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
