/** What a run found, with what a person needs to see it again. */
import type { Answer } from './answer.js';
import type { Phase } from './case.js';
import type { CheckName } from './checks/check.js';

export interface Finding {
  /** `vacuity`: the run itself proved less than it says. */
  readonly check: CheckName | 'vacuity';
  readonly phase: Phase | 'summary';
  /** `PUT /snippets/{id}/`. */
  readonly operation: string;
  readonly message: string;
  /** JSON pointer of the rule that is broken. */
  readonly pointer: string;
  /** What was special about the request. */
  readonly about: string;
  /** The smallest request that shows it, and those that had to come before it. */
  readonly curl: readonly string[];
  readonly answer: (Pick<Answer, 'status' | 'headers'> & { readonly text: string }) | undefined;
  /** `--seed` that makes the same requests again. */
  readonly seed: number;
}

/** Findings that differ in their request alone are one. */
export function keyOf({
  check,
  operation,
  message,
}: Pick<Finding, 'check' | 'operation' | 'message'>): string {
  // Who gets in without credentials gets in with wrong ones.
  if (check === 'ignored_auth') return `${check} ${operation}`;
  return `${check} ${operation} ${message.replace(/\d+/g, '#').slice(0, 80)}`;
}
