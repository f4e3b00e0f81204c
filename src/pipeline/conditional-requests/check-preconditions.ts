/** Stage 7, last: `If-Match` on a method that changes the document, before its body is read (RFC 9110, 13.2.1). */

import { PreconditionFailed } from '../../errors/index.js';
import type { Stage } from '../api-request.js';
import { etagOf, matchesStrongly } from './etag.js';

export function checkPreconditions(): Stage {
  return function checkPreconditions({ headers, operation, object }) {
    const ifMatch = headers['if-match'];
    if (ifMatch === undefined || object === null || operation.method === 'get') return;
    if (!matchesStrongly(ifMatch, etagOf(object))) throw new PreconditionFailed();
  };
}
