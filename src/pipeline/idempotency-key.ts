/** The `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header-07). */
import type { MatchedRequest } from './phases.js';

const NAME = 'idempotency-key';

/** @returns undefined when the operation does not declare the header, or the request lacks it; validated in stage 9 */
export function idempotencyKeyOf({ headers, operation }: MatchedRequest): string | undefined {
  const key = headers[NAME];
  if (typeof key !== 'string') return undefined;
  const isDeclared = operation.parameters.some(
    ({ name, in: place }) => place === 'header' && name.toLowerCase() === NAME,
  );
  return isDeclared ? key : undefined;
}
