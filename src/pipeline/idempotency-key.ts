/** The `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header-07). */
import { takesIdempotencyKey } from '../contract/takes-idempotency-key.js';
import type { MatchedRequest } from './phases.js';

/** @returns undefined when the operation does not declare the header, or the request lacks it; validated in stage 9 */
export function idempotencyKeyOf({ headers, operation }: MatchedRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  return takesIdempotencyKey(operation.parameters) ? key : undefined;
}
