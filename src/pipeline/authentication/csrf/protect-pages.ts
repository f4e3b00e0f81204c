/** Stage 3, on pages that no scheme guards (`x-csrf` in `openapi.yaml`): accepts only forms of our own pages. */
import type { Method } from '../../../contract/specification.js';
import type { AuthenticatedRequest } from '../../phases.js';
import type { Stage } from '../../stage.js';
import type { Csrf } from './csrf.js';

export function protectPages(csrf: Csrf): Stage<AuthenticatedRequest> {
  return function protectPages(request, next) {
    const { endpoint, method } = request;
    // A method that the page does not have stays 405, because no form can send it.
    const isGuarded = endpoint.csrf && endpoint.operations.has(method.toLowerCase() as Method);
    return isGuarded ? csrf.check(request).then(() => next(request)) : next(request);
  };
}
