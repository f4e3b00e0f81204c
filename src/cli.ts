#!/usr/bin/env node
/** The entry point: runs the command that the command line names, and sets the exit code. */
import { FAILED, runCommandLine } from './commands/program.js';

/** For the last lines of the log of a service that has stopped. */
const LAST_LINES_MS = 1000;

const isService = process.argv[2] === 'serve';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`users list | head -1`) is no failure.
  if (error.code === 'EPIPE' && !isService) process.exit();
  // The command has done its work, and a service goes on: only its output is lost.
  process.stderr.write(`snippet-store: standard output was not written: ${error.message}\n`);
  if (!isService) process.exitCode = FAILED;
});
// There is no other place to report it.
process.stderr.on('error', () => undefined);

const failure = await runCommandLine(process.argv.slice(2));
if (failure !== undefined) process.exitCode = failure;
// A log whose reader takes nothing would be written to without end.
if (isService) setTimeout(() => process.exit(), LAST_LINES_MS).unref();
