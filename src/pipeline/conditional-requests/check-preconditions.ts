/** Checks `If-Match` on a method that changes the object (RFC 9110, 13.2.1). */
import { PreconditionFailed } from '../../errors/index.js';
import { idempotencyKeyOf } from '../idempotency-key.js';
import type { LoadedRequest, PlannedRequest } from '../phases.js';
import type { Stage } from '../stage.js';
import { etagOf, matchesStrongly } from './etag.js';

/** Stage 7, last: before the body is read. A request with an `Idempotency-Key` is checked later. */
export function checkPreconditions(): Stage<LoadedRequest> {
  return function checkPreconditions(request, next) {
    if (idempotencyKeyOf(request) === undefined) check(request);
    return next(request);
  };
}

/** Stage 10: what is a repetition is not refused for the change that it made itself. */
export function checkKeyedPreconditions(): Stage<PlannedRequest> {
  return function checkKeyedPreconditions(request, next) {
    if (request.plan !== undefined && !request.plan.isCarriedOut) check(request);
    return next(request);
  };
}

/** @throws PreconditionFailed */
function check({ headers, operation, object }: LoadedRequest): void {
  const ifMatch = headers['if-match'];
  if (ifMatch === undefined || object === null || operation.method === 'get') return;
  const { version } = object;
  if (!matchesStrongly(ifMatch, version === undefined ? undefined : etagOf({ version })))
    throw new PreconditionFailed();
}
