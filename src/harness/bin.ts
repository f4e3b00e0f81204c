#!/usr/bin/env node
/**
 * The command. Each step of a run is a test of node:test, in a thread: it ends with this process, however that ends, and
 * it can be ended while it computes.
 */
import { after, describe, it } from 'node:test';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { CannotRun } from './errors.js';
import { openRun, type Scenario } from './open-run.js';
import { printable } from './print.js';
import { describeFinding } from './report.js';
import { checkCommand, HELP } from './settings/command-line.js';

/** Milliseconds without a sign of life: only a pattern of the document takes so long, and it may take years. */
const LONGEST_SILENCE = 60_000;
const SIGN_OF_LIFE = 1000;
const MEGABYTES = 1024;
/** Nothing was found, and a part was not tested. */
const INCOMPLETE = 3;

try {
  const command = await checkCommand(process.argv.slice(2));
  const { help, junit } = command.options;
  if (!isMainThread) await runSteps(command);
  else if (help) console.log(HELP);
  else runThread(junit);
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(printable(error.message));
  process.exit(2);
}

function runThread(junit: string | undefined): void {
  const own = [new URL('reporter.js', import.meta.url).href, 'stdout'];
  const reporters = [own, ...(junit === undefined ? [] : [['junit', junit]])];
  const thread = new Worker(new URL(import.meta.url), {
    argv: process.argv.slice(2),
    execArgv: reporters.flatMap(([name, target]) => [
      `--test-reporter=${name}`,
      `--test-reporter-destination=${target}`,
    ]),
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  const stop = (why: string) => {
    console.error(`The run was stopped: ${why}. A pattern or a size in the document may be the reason.`);
    process.exit(2);
  };
  const silence = setTimeout(stop, LONGEST_SILENCE, `it computed for ${LONGEST_SILENCE / 1000} s`);
  thread.on('message', () => silence.refresh());
  thread.on('error', (error) => stop(printable(error.message)));
  thread.on('exit', (code) => {
    clearTimeout(silence);
    process.exitCode = code;
  });
}

async function runSteps(command: Awaited<ReturnType<typeof checkCommand>>): Promise<void> {
  setInterval(() => parentPort?.postMessage('alive'), SIGN_OF_LIFE).unref();
  const run = await openRun(command);
  console.log(run.introduction);
  for (const warning of run.warnings) console.error(printable(warning));
  // A suite: readers of JUnit's form find no test outside of one.
  describe(`contract, --seed ${run.seed}`, () => run.steps.forEach(register));
  after(() => run.close());
  // The reporter writes until the very end.
  process.on('exit', (code) => {
    console.log(run.conclude());
    if (code === 0 && run.isIncomplete()) process.exitCode = INCOMPLETE;
  });
}

function register(step: Scenario): void {
  it(printable(step.name), async (context) => {
    const found = await step.run();
    if (typeof found === 'string') return context.skip(found);
    if (found.length === 0) return;
    // The report repeats the message, and both reports show the stack: the findings take its place.
    const findings = new Error([...new Set(found.map(({ check }) => check))].join(', '));
    findings.stack = found.map(describeFinding).join('\n\n');
    throw findings;
  });
}
