/** A request that got no answer: the connection broke, or the time was over. */
import type { Case } from './case.js';
import type { WireRequest } from './send.js';

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(
    readonly item: Case,
    readonly request: WireRequest,
    cause: unknown,
  ) {
    super(`There was no answer: ${cause instanceof Error ? cause.message : cause}.`, { cause });
  }
}
