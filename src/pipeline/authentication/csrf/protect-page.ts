/** Accepts only forms of our own pages, on pages that no scheme guards (`x-csrf` in `openapi.yaml`). */
import type { Endpoint } from '../../../contract/contract.js';
import type { Method } from '../../../contract/specification.js';
import type { ApiRequest } from '../../request/api-request.js';
import type { Csrf } from './csrf.js';

/** @returns undefined where nothing is guarded. The promise rejects with CsrfFailed */
export function protectPage(
  request: ApiRequest,
  { csrf: isPage, operations }: Endpoint,
  csrf: Csrf,
): Promise<void> | undefined {
  // A method that the page does not have stays 405, because no form can send it.
  const isGuarded = isPage && operations.has(request.method.toLowerCase() as Method);
  return isGuarded ? csrf.check(request) : undefined;
}
