/** Failures that the operator can correct: shown as one line, without a stack trace. */
import { basename, relative } from 'node:path';

export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}

/** A setting that stops the start. */
export class SettingsError extends OperatorError {
  override readonly name = 'SettingsError';

  /**
   * @param variable the environment variable, or the member of the CONFIG module
   * @param value undefined: it is not printed
   * @param problem the end of a sentence
   */
  constructor(variable: string, value: string | undefined, problem: string, options?: ErrorOptions) {
    super(`${variable}${value === undefined ? '' : `="${value}"`}: ${problem}`, options);
  }
}

const [, program = ''] = process.argv;

/** What an operator types to run this program again: its name, or in a checkout `node dist/cli.js`. */
export const command: string =
  basename(program) === 'cli.js' ? `node ${relative(process.cwd(), program)}` : 'snippet-store';
