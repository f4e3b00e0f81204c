/** A page that needs nothing else: findings with their evidence, operations, checks, coverage. */
import { writeFile } from 'node:fs/promises';
import type { Finding } from '../finding.js';
import { printableLines } from '../printable.js';
import { coverageTable, totals } from './coverage-table.js';
import { describeFinding } from './describe-finding.js';
import type { Outcome } from './outcome.js';

export async function writeHtml(path: string, { run, steps, seconds }: Outcome): Promise<void> {
  const { findings, target, checked, warnings } = run;
  const skipped = steps.filter(({ isSkipped }) => isSkipped).length;
  const checks = target.configuration.checks.map((check) => [
    check,
    String(checked.get(check) ?? 0),
    String(findings.filter((finding) => finding.check === check).length),
  ]);
  const title = `Contract: ${target.document.title}`;
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${findings.length} findings on ${escapeHtml(target.url.origin)} in ${seconds.toFixed(1)} s, <code>--seed ${target.configuration.seed}</code>.
Covered: ${escapeHtml(totals(run))}.${skipped > 0 ? ` ${skipped} steps were not run.` : ''}</p>
${warnings.map((warning) => `<p>Warning: ${escapeHtml(warning)}</p>`).join('\n')}
<h2>Findings</h2>
${findings.length === 0 ? '<p>None.</p>' : findings.map(findingOf).join('\n')}
<h2>Checks</h2>
${table([['check', 'answers judged', 'findings'], ...checks])}
<h2>Coverage of the contract</h2>
${table(coverageTable(run))}
</body>
</html>
`;
  await writeFile(path, printableLines(page));
}

const findingOf = (finding: Finding) => `<details open>
<summary><code>${escapeHtml(finding.check)}</code> ${escapeHtml(finding.operation)}: ${escapeHtml(finding.message)}</summary>
<pre>${escapeHtml(describeFinding(finding))}</pre>
</details>`;

const table = ([head = [], ...rows]: readonly (readonly string[])[]) =>
  `<div><table><thead>${line('th', head)}</thead><tbody>${rows.map((cells) => line('td', cells)).join('')}</tbody></table></div>`;

const line = (name: 'th' | 'td', cells: readonly string[]) =>
  `<tr>${cells.map((text) => `<${name}>${escapeHtml(text)}</${name}>`).join('')}</tr>`;

const escapeHtml = (text: string) =>
  text
    .toWellFormed()
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid #8884; border-radius: .25rem; }
details { margin: .75rem 0; } summary { cursor: pointer; overflow-wrap: anywhere; }
div { overflow-x: auto; } table { border-collapse: collapse; } th, td { text-align: left; padding: .25rem .75rem; border-bottom: 1px solid #8884; }
`;
