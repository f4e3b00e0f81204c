#!/usr/bin/env node
/**
 * The command: checks what it was given, and runs main.ts under node:test. In a thread: it ends
 * with this process, however that ends, and it can be ended while it computes.
 */
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { checkCommand, HELP } from './command-line.js';
import { CannotRun } from './errors.js';
import { printable } from './print.js';

/** Milliseconds without a sign of life: only a pattern of the document takes so long, and it may take years. */
const LONGEST_SILENCE = 60_000;
const MEGABYTES = 1024;

const args = process.argv.slice(2);
process.exitCode = await start();

async function start(): Promise<number> {
  try {
    const { options } = await checkCommand(args);
    if (options.help === true) return print(HELP);
    if (options.version === true) return print(await readVersion());
    return await runThread(options.junit);
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    console.error(printable(error.message));
    return 2;
  }
}

function runThread(junit: string | undefined): Promise<number> {
  const near = (name: string) => new URL(name, import.meta.url);
  const own = [near('reporter.js').href, 'stdout'];
  const reporters = [own, ...(junit === undefined ? [] : [['junit', junit]])];
  const thread = new Worker(near('main.js'), {
    argv: args,
    execArgv: reporters.flatMap(([name, target]) => [
      `--test-reporter=${name}`,
      `--test-reporter-destination=${target}`,
    ]),
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  return new Promise((resolve) => {
    const stop = (why: string) => {
      console.error(`The run was stopped: ${why}. A pattern or a size in the document may be the reason.`);
      resolve(2);
      void thread.terminate();
    };
    const watch = () => setTimeout(stop, LONGEST_SILENCE, `it computed for ${LONGEST_SILENCE / 1000} s`);
    let silence = watch();
    thread.on('message', () => {
      clearTimeout(silence);
      silence = watch();
    });
    thread.on('error', (error) => stop(printable(error.message)));
    thread.on('exit', (code) => {
      clearTimeout(silence);
      resolve(code);
    });
  });
}

function print(text: string): number {
  console.log(text);
  return 0;
}

/** Of the package; in a checkout there is none. */
async function readVersion(): Promise<string> {
  const text = await readFile(new URL('package.json', import.meta.url), 'utf8').catch(() => '{}');
  const { version = 'unpacked' } = JSON.parse(text) as { version?: string };
  return version;
}
