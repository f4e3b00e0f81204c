#!/usr/bin/env node
/** The entry point of everything: finds the command, runs it, turns a failure into one line and an exit code. */
import { readFileSync } from 'node:fs';
import { isGroup, UsageError } from './commands/command.js';
import { renderHelp } from './commands/help.js';
import { parseCommandLine } from './commands/parse-command-line.js';
import { tree } from './commands/tree.js';
import { readSettings, SettingsError } from './config/index.js';
import { OperatorError } from './errors/operator-error.js';

const FAILED = 1;
const WRONG_USAGE = 2;

/** A reader that has seen enough (`users list | head -1`) is no failure. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`snippet-store: ${explain(error)}\n`);
  process.exitCode = error instanceof UsageError ? WRONG_USAGE : FAILED;
}

async function run(argv: readonly string[]): Promise<void> {
  if (argv.length === 1 && argv[0] === '--version') {
    process.stdout.write(`${readVersion()}\n`);
    return;
  }
  const { path, node, help, json, args, flags, values } = parseCommandLine(argv, tree);
  if (help || isGroup(node)) {
    process.stdout.write(renderHelp(path, node));
    return;
  }
  await node.run({
    args,
    flags,
    values,
    readSettings: (overrides) => readSettings(undefined, overrides),
    print: (result, text) => process.stdout.write(`${json ? JSON.stringify(result) : text}\n`),
  });
}

/** What the operator can mend is said in one line; what nobody foresaw keeps its stack, to be reported. */
function explain(error: unknown): string {
  if (error instanceof UsageError) {
    const command = ['snippet-store', ...error.path].join(' ');
    return `${error.message}\nTry: ${command} --help`;
  }
  if (error instanceof SettingsError || error instanceof OperatorError) return error.message;
  return `unexpected failure: ${error instanceof Error ? error.stack : String(error)}`;
}

function readVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
