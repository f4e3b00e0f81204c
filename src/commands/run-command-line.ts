/** Runs the command that a command line names, and turns a failure into one line and an exit code. */
import { CommanderError } from 'commander';
import { OperatorError, SettingsError } from '../errors/operator-error.js';
import { escapeControls } from './print.js';
import { makeProgram } from './program.js';

export const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * @param args without the program's own name
 * @returns the exit code of a failure, undefined when the command succeeded or waits for a signal
 */
export async function runCommandLine(args: readonly string[]): Promise<number | undefined> {
  try {
    await makeProgram().parseAsync(args, { from: 'user' });
    return undefined;
  } catch (error) {
    // Help, the version or the message about the command line has been printed.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
    process.stderr.write(`snippet-store: ${explain(error)}\n`);
    return FAILED;
  }
}

/** What the operator can correct takes one line; an unexpected error keeps its stack, to be reported. */
function explain(error: unknown): string {
  if (!(error instanceof OperatorError)) return `unexpected failure: ${stackOf(error)}`;
  // What fails in a module of the deployment's own is known to that module alone.
  const own = error instanceof SettingsError && error.cause !== undefined ? `\n${stackOf(error.cause)}` : '';
  return escapeControls(error.message) + own;
}

function stackOf(error: unknown): string {
  const stack = error instanceof Error && error.stack ? error.stack : String(error);
  return stack.split('\n').map(escapeControls).join('\n');
}
