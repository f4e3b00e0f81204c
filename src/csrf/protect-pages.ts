/** Stage 3, on pages that no scheme guards (`x-csrf` in `openapi.yaml`): their forms must be our own. */
import type { Stage } from '../api-request.js';
import type { Csrf } from './csrf.js';

export function protectPages(csrf: Csrf): Stage {
  return function protectPages(request) {
    return request.endpoint.csrf ? csrf.check(request) : undefined;
  };
}
