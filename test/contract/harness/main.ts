/** `npm run contract`: each step of the run is a test of node:test, which reports it, and sets the status of the process. */
import { after, test } from 'node:test';
import { CannotRun } from './cannot-run.js';
import { checkCommand } from './check-command.js';
import { listGaps } from './generation/list-gaps.js';
import { prepareRun } from './prepare-run.js';
import { describeFinding } from './reporting/describe-finding.js';
import { writeNdjson } from './reporting/ndjson.js';
import { summarize } from './reporting/summarize.js';
import type { Run } from './run.js';
import { scenariosOf } from './scenarios.js';

const CANNOT_RUN = 2;

class Findings extends Error {
  override readonly name = 'Findings';
  // Where they were found is no line of this program.
  override stack = '';
}

try {
  const { options } = await checkCommand(process.argv.slice(2));
  const run = await prepareRun(options);
  for (const key of run.target.configuration.warnings)
    console.error(`schemathesis.toml: ${key} is not known here and does nothing.`);
  for (const warning of run.target.document.warnings) console.error(warning);
  for (const gap of listGaps(run.operations())) console.error(gap);
  register(run, options.ndjson);
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(error.message);
  process.exit(CANNOT_RUN);
}

function register(run: Run, ndjson: string | undefined): void {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  for (const scenario of scenariosOf(run)) {
    test(scenario.name, async () => {
      const found = await scenario.run();
      if (found.length > 0)
        throw new Findings(found.map(({ check, message }) => `${check}: ${message}`).join('\n'));
    });
  }
  after(async () => {
    run.close();
    if (ndjson !== undefined) await writeNdjson(ndjson, run, seconds());
  });
  // The reporter writes until the very end; what matters most stands below it.
  process.on('exit', () => {
    for (const finding of run.findings) console.log(`\n${describeFinding(finding)}`);
    console.log(summarize(run, seconds()));
  });
}
