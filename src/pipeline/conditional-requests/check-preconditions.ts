/** Stage 7, last: checks `If-Match` on a method that changes the object, before its body is read (RFC 9110, 13.2.1). */
import { PreconditionFailed } from '../../errors/index.js';
import type { LoadedRequest } from '../phases.js';
import type { Stage } from '../stage.js';
import { etagOf, matchesStrongly } from './etag.js';

export function checkPreconditions(): Stage<LoadedRequest> {
  return function checkPreconditions(request, next) {
    if (changesAnotherVersion(request)) throw new PreconditionFailed();
    return next(request);
  };
}

function changesAnotherVersion({ headers, operation, object }: LoadedRequest): boolean {
  const ifMatch = headers['if-match'];
  if (ifMatch === undefined || object === null || operation.method === 'get') return false;
  const { version } = object;
  return !matchesStrongly(ifMatch, version === undefined ? undefined : etagOf({ version }));
}
