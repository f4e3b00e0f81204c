/** A failure that the operator can correct: shown as one line, without a stack trace. */

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
