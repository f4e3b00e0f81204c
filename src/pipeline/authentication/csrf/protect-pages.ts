/** Stage 3, on pages that no scheme guards (`x-csrf` in `openapi.yaml`): their forms must be our own. */

import type { Method } from '../../../contract/specification.js';
import type { Stage } from '../../api-request.js';
import type { Csrf } from './csrf.js';

export function protectPages(csrf: Csrf): Stage {
  return function protectPages(request) {
    // A method that the page lacks stays 405: there is no form that could send it.
    const { endpoint, method } = request;
    const isForm = endpoint.csrf && endpoint.operations.has(method.toLowerCase() as Method);
    return isForm ? csrf.check(request) : undefined;
  };
}
