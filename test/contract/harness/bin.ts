#!/usr/bin/env node
/** The command: checks what it was given, and runs main.ts under node:test with a reporter of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CannotRun } from './cannot-run.js';
import { checkCommand } from './check-command.js';
import { HELP } from './help.js';

const args = process.argv.slice(2);
process.exitCode = await start();

async function start(): Promise<number> {
  try {
    const { options } = await checkCommand(args);
    if (options.help === true) return print(HELP);
    if (options.version === true) return print(await readVersion());
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    console.error(error.message);
    return 2;
  }
  const near = (name: string) => new URL(name, import.meta.url);
  const reporter = [
    '--test-reporter',
    near('reporting/reporter.js').href,
    '--test-reporter-destination',
    'stdout',
  ];
  const run = spawn(process.execPath, [...reporter, fileURLToPath(near('main.js')), ...args], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void run.kill(signal));
  const [code] = await once(run, 'exit');
  return typeof code === 'number' ? code : 2;
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
