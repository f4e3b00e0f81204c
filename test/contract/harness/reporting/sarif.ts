/** SARIF 2.1.0, which code scanning of GitHub and others read: a result for each finding, at the description's first line. */
import { writeFile } from 'node:fs/promises';
import { printableLines } from '../printable.js';
import { describeFinding } from './describe-finding.js';
import type { Outcome } from './outcome.js';

/** @param spec where the description was read */
export async function writeSarif(path: string, spec: string | undefined, { run }: Outcome): Promise<void> {
  const names = [...new Set(run.findings.map(({ check }) => check))];
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'snippet-store-contract', rules: names.map((id) => ({ id })) } },
        automationDetails: { id: `contract/${run.target.document.title}` },
        results: run.findings.map((finding) => ({
          ruleId: finding.check,
          ruleIndex: names.indexOf(finding.check),
          level: 'error',
          message: { text: `${finding.operation}: ${finding.message}\n\n${describeFinding(finding)}` },
          locations: [
            {
              physicalLocation: { artifactLocation: { uri: uriOf(spec) }, region: { startLine: 1 } },
              logicalLocations: [
                { fullyQualifiedName: finding.operation },
                { fullyQualifiedName: finding.pointer },
              ],
            },
          ],
          partialFingerprints: { 'finding/v1': finding.id },
          properties: { phase: finding.phase, seed: finding.seed },
        })),
      },
    ],
  };
  await writeFile(path, printableLines(`${JSON.stringify(log, null, 2)}\n`));
}

/** Relative to the working folder, as code scanning wants it. */
const uriOf = (spec: string | undefined) =>
  spec === undefined || /^https?:/.test(spec) ? 'openapi.json' : encodeURI(spec.replace(/^\.\//, ''));
