/** Stage 5: has this sender asked too often? Every method counts, also those that the path does not have. */

import type { Endpoint } from '../../contract/contract.js';
import type { Stage } from '../api-request.js';
import { ipKey } from '../ip-key.js';
import type { Throttles } from './throttles.js';

/**
 * What `x-throttle-scope` may name. `api`: the rate `user` by user, `anon` by address. `login`: nothing here, since the
 * bucket of that name is asked where a password is about to be hashed, and counts failures alone.
 */
const SCOPES = ['api', 'login'];

/** @throws Error for a scope that stands for no rate: the server must not start with a limit that is none */
export function throttle(endpoints: readonly Endpoint[], { anon, user, custom }: Throttles): Stage {
  for (const { path, throttleScope: scope } of endpoints) {
    if (scope !== undefined && !SCOPES.includes(scope))
      throw new Error(`openapi.yaml names the throttle scope ${scope} at ${path}, which has no rate.`);
  }
  return async function throttle(request) {
    if (request.endpoint.throttleScope !== 'api') return;
    await (request.user ? user?.(String(request.user.id)) : anon?.(ipKey(request.ip)));
    for (const count of custom) await count(request);
  };
}
