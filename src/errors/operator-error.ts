/** Failures that the operator can correct: shown as one line, without a stack trace. */

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
