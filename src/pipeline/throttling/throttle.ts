/** Refuses a sender that asks too often. Every method counts, also those that the path does not have. */
import type { Endpoint } from '../../contract/contract.js';
import type { ApiRequest } from '../request/api-request.js';
import type { Caller } from '../request/found.js';
import { ipKey } from '../request/ip-key.js';
import type { Throttles } from './throttles.js';

/**
 * The scopes for `x-throttle-scope`. `api`: the rate `user` by user, `anon` by ip. `login`: nothing here, because the
 * password check uses its own bucket, and only failures count.
 */
const SCOPES = ['api', 'login'];

/** @returns undefined when nothing limits the request. The promise rejects with Throttled */
export type Throttle = (request: ApiRequest, caller: Caller, endpoint: Endpoint) => Promise<void> | undefined;

/** @throws Error at the start for an unknown scope, so that a typo cannot leave a path without a limit */
export function makeThrottle(
  endpoints: readonly Endpoint[],
  { anon, user: byUser, custom }: Throttles,
): Throttle {
  for (const { path, throttleScope: scope } of endpoints) {
    if (scope !== undefined && !SCOPES.includes(scope))
      throw new Error(`openapi.yaml names the throttle scope ${scope} at ${path}, which has no rate.`);
  }
  const hasRates = anon !== undefined || byUser !== undefined || custom.length > 0;

  async function count({ method, path, ip }: ApiRequest, { user }: Caller): Promise<void> {
    await (user ? byUser?.(String(user.id)) : anon?.(ipKey(ip)));
    for (const countByKey of custom) await countByKey({ method, path, ip, user });
  }

  return function throttle(request, caller, endpoint) {
    return hasRates && endpoint.throttleScope === 'api' ? count(request, caller) : undefined;
  };
}
