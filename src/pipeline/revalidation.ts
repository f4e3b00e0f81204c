/** Requests of clients that have an answer and ask whether it is still up to date. */
import type { MatchedRequest } from './phases.js';

/** Whether the version of the record alone may decide the answer, so that the rest is loaded only when it is needed. */
export function isRevalidation({ headers, operation, renderer }: MatchedRequest): boolean {
  return headers['if-none-match'] !== undefined && operation.isVersioned && !renderer.personal;
}
