/** The run: each step is a test of node:test, which sets the status of the process. Started by bin.ts. */
import { after, test } from 'node:test';
import { parentPort } from 'node:worker_threads';
import { checkCommand } from './command-line.js';
import { CannotRun } from './errors.js';
import { openRun, type Scenario } from './open-run.js';
import { printable } from './print.js';
import { describeFinding, type Finding } from './report.js';

const CANNOT_RUN = 2;

/** Milliseconds between the signs of life that bin.ts waits for. */
const SIGN_OF_LIFE = 1000;

class Findings extends Error {
  constructor(findings: readonly Finding[]) {
    super(findings.map(describeFinding).join('\n\n'));
    // The place in this program where they were found helps nobody.
    this.stack = this.message;
  }
}

setInterval(() => parentPort?.postMessage('alive'), SIGN_OF_LIFE).unref();

try {
  const run = await openRun(await checkCommand(process.argv.slice(2)));
  console.log(run.introduction);
  for (const warning of run.warnings) console.error(printable(warning));
  run.steps.forEach(register);
  after(() => run.close());
  // The reporter writes until the very end.
  process.on('exit', () => console.log(run.conclude()));
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(printable(error.message));
  process.exit(CANNOT_RUN);
}

function register(step: Scenario): void {
  test(printable(step.name), async (context) => {
    const found = await step.run();
    if (found === undefined) return context.skip('the server is gone');
    if (found.length > 0) throw new Findings(found);
  });
}
