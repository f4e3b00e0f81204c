/** The run: each step is a test of node:test, which sets the status of the process. Started by bin.ts. */
import { after, test } from 'node:test';
import { CannotRun } from './cannot-run.js';
import { checkCommand } from './check-command.js';
import type { CommandLine } from './command-line.js';
import { listGaps } from './generation/list-gaps.js';
import { describeBasePath, prepareRun } from './prepare-run.js';
import { describeFinding } from './reporting/describe-finding.js';
import { annotate, summarizeForGithub } from './reporting/github.js';
import { type HarWriter, openHar } from './reporting/har.js';
import { writeHtml } from './reporting/html.js';
import { writeJunit } from './reporting/junit.js';
import { writeNdjson } from './reporting/ndjson.js';
import type { Outcome, Step } from './reporting/outcome.js';
import { summarize } from './reporting/summarize.js';
import type { Run } from './run.js';
import { scenariosOf } from './scenarios.js';
import { secretsOf } from './secrets.js';

const CANNOT_RUN = 2;

class Findings extends Error {
  override readonly name = 'Findings';
  // The place in this program where they were found helps nobody.
  override stack = '';
}

try {
  const { options } = await checkCommand(process.argv.slice(2));
  let har: HarWriter | undefined;
  const run = await prepareRun(options, { onExchange: (exchange, began) => har?.add(exchange, began) });
  har =
    options.reports?.har === undefined
      ? undefined
      : openHar(options.reports.har, run.target.url.origin, secretsOf(run.target));
  introduce(run, options);
  register(run, options, har);
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(error.message);
  process.exit(CANNOT_RUN);
}

function introduce(run: Run, options: CommandLine): void {
  const { document, url, configuration } = run.target;
  console.log(
    `Document:  ${document.title}, OpenAPI ${document.declared}, ${run.operations().length} operations`,
  );
  console.log(`Server:    ${url.origin}`);
  console.log(`Base path: ${describeBasePath(run.target, options)}`);
  console.log(`Seed:      ${configuration.seed}\n`);
  for (const key of configuration.warnings)
    warn(`schemathesis.toml: ${key} is unknown here and has no effect.`);
  for (const warning of document.warnings) warn(warning);
  for (const gap of listGaps(run.operations())) warn(gap);
}

function warn(text: string): void {
  console.error(`warning: ${text}`);
}

function register(run: Run, { reports = {} }: CommandLine, har: HarWriter | undefined): void {
  const began = performance.now();
  const steps: Step[] = [];
  const outcome = (): Outcome => ({ run, steps, seconds: (performance.now() - began) / 1000 });
  for (const scenario of scenariosOf(run)) {
    test(scenario.name, async (context) => {
      const start = performance.now();
      const note = (findings: Step['findings'], isSkipped = false) =>
        steps.push({ name: scenario.name, findings, isSkipped, seconds: (performance.now() - start) / 1000 });
      if (run.gone) {
        note([], true);
        return context.skip('the server is gone');
      }
      const found = await scenario.run();
      note(found);
      if (found.length > 0)
        throw new Findings(found.map(({ check, message }) => `${check}: ${message}`).join('\n'));
    });
  }
  after(async () => {
    run.close();
    await har?.close();
    if (reports.junit !== undefined) await writeJunit(reports.junit, outcome());
    if (reports.ndjson !== undefined) await writeNdjson(reports.ndjson, outcome());
    if (reports.html !== undefined) await writeHtml(reports.html, outcome());
    if (reports.github === true) await summarizeForGithub(outcome());
  });
  // The reporter writes until the very end; the findings stand below it.
  process.on('exit', () => {
    for (const finding of run.findings) console.log(`\n${describeFinding(finding)}`);
    if (reports.github === true) for (const finding of run.findings) console.log(annotate(finding));
    console.log(summarize(outcome()));
  });
}
