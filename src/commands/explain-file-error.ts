/** Says in the operator's words why a command could not use its FILE. */
import { codeOf } from '../errors/error-code.js';
import { OperatorError } from '../errors/operator-error.js';

interface Explained {
  readonly file: string;
  readonly use: 'read' | 'written' | 'used';
  /** FILE is a database, so that errors of SQLite are about it. */
  readonly isDatabase?: true;
  /** Errors whose message is for the operator, with the advice that follows it. */
  readonly told: readonly (readonly [kind: abstract new (...parts: never[]) => Error, advice?: string])[];
}

/** @returns the error itself when it is not about the file */
export function explainFileError(error: unknown, { file, use, isDatabase, told }: Explained): unknown {
  const options = { cause: error };
  for (const [kind, advice] of told) {
    if (!(error instanceof kind)) continue;
    return new OperatorError([error.message, advice].filter(Boolean).join('; '), options);
  }
  const code = codeOf(error);
  if (code === undefined || !(isDatabase || isOfFileSystem(error))) return error;
  if (code === 'EEXIST') return new OperatorError(`${file} exists already; name another file`, options);
  return new OperatorError(`${file} cannot be ${use} (${code})`, options);
}

function isOfFileSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
