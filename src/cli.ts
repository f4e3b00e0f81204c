#!/usr/bin/env node
/** The entry point: runs the command that the command line names, and turns a failure into one line and an exit code. */
import { CommanderError } from 'commander';
import { makeProgram } from './commands/program.js';
import { SettingsError } from './config/index.js';
import { OperatorError } from './errors/operator-error.js';

const FAILED = 1;
const WRONG_USAGE = 2;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`users list | head -1`) is no failure.
  if (error.code === 'EPIPE') process.exit();
  // The command has done its work, and a service goes on: only its output is lost.
  process.stderr.write(`snippet-store: standard output was not written: ${error.message}\n`);
  process.exitCode = FAILED;
});
// There is no other place to report it.
process.stderr.on('error', () => undefined);

try {
  await makeProgram().parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** @returns the exit code */
function report(error: unknown): number {
  // Help, the version or the message about the command line has been printed.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  process.stderr.write(`snippet-store: ${explain(error)}\n`);
  return FAILED;
}

/** What the operator can correct takes one line; an unexpected error keeps its stack, to be reported. */
function explain(error: unknown): string {
  if (error instanceof SettingsError || error instanceof OperatorError) return error.message;
  return `unexpected failure: ${error instanceof Error ? error.stack : String(error)}`;
}
