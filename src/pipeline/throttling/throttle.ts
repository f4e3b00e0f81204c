/** Stage 5: refuses a sender that asks too often. Every method counts, also those that the path does not have. */
import type { Endpoint } from '../../contract/contract.js';
import { ipKey } from '../ip-key.js';
import type { AuthenticatedRequest } from '../phases.js';
import type { Stage } from '../stage.js';
import type { Throttles } from './throttles.js';

/**
 * The scopes for `x-throttle-scope`. `api`: the rate `user` by user, `anon` by ip. `login`: nothing here, because the
 * password check uses its own bucket, and only failures count.
 */
const SCOPES = ['api', 'login'];

/** @throws Error at the start for an unknown scope, so that a typo cannot leave a path without a limit */
export function throttle(
  endpoints: readonly Endpoint[],
  { anon, user, custom }: Throttles,
): Stage<AuthenticatedRequest> {
  for (const { path, throttleScope: scope } of endpoints) {
    if (scope !== undefined && !SCOPES.includes(scope))
      throw new Error(`openapi.yaml names the throttle scope ${scope} at ${path}, which has no rate.`);
  }
  const hasRates = anon !== undefined || user !== undefined || custom.length > 0;
  return function throttle(request, next) {
    if (!hasRates || request.endpoint.throttleScope !== 'api') return next(request);
    return count(request).then(() => next(request));
  };

  async function count(request: AuthenticatedRequest): Promise<void> {
    await (request.user ? user?.(String(request.user.id)) : anon?.(ipKey(request.ip)));
    for (const countByKey of custom) await countByKey(request);
  }
}
