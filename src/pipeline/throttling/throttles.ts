/** The limits of one deployment. */

import type { Settings } from '../../config/settings.js';
import { RATE_NAMES, type Rate, type ThrottledRequest } from '../../extension/limit.js';
import type { Log } from '../../observability/log.js';
import type { Store } from '../../store/store.js';
import { makeAsk } from './fail-open.js';
import { type Counting, makeLimiter } from './limiter.js';
import { makeLoginThrottle, type TakeAttempt } from './login-throttle.js';

/** Counts a request for a key. @throws Throttled if it is one too many */
export type Count = (key: string) => Promise<void>;

export interface Throttles {
  /** By ip. Undefined: unlimited; the same for `user`. */
  readonly anon: Count | undefined;
  /** By user id. */
  readonly user: Count | undefined;
  readonly login: TakeAttempt;
  /** The limits of the deployment. */
  readonly custom: readonly ((request: ThrottledRequest) => Promise<void> | undefined)[];
}

export function makeThrottles(
  {
    throttleRates: rates,
    deployment,
    mongodbUrl,
    workers,
  }: Pick<Settings, 'throttleRates' | 'deployment' | 'mongodbUrl' | 'workers'>,
  { store, log }: { store: Pick<Store, 'throttles'>; log: Log },
): Throttles {
  // On MongoDB, other services may share the store.
  const shared = mongodbUrl !== undefined || workers > 1 ? store.throttles : undefined;
  for (const rate of RATE_NAMES) if (!rates[rate]) log.debug({ rate }, 'this rate is not limited');
  const ask = makeAsk(log);
  const countBy = (name: string, rate: Rate): Count => {
    const limiter = makeLimiter(name, rate, { shared, remembersRefusals: true });
    return async (key) => void (await ask(() => limiter.consume(key)));
  };
  return {
    anon: rates.anon && countBy('anon', rates.anon),
    user: rates.user && countBy('user', rates.user),
    login: makeLoginThrottle(rates.login && loginLimiters(rates.login, shared), ask),
    custom: (deployment.throttles ?? []).map((throttle) => {
      const count = countBy(`custom-${throttle.name}`, throttle.rate);
      return (request) => {
        const key = throttle.key(request);
        return key === undefined ? undefined : count(key);
      };
    }),
  };
}

/** The rate is for one name. For all names together, one sender may fail this many times the rate. */
const NAMES_OF_ONE_SENDER = 50;

function loginLimiters({ limit, seconds }: Rate, shared: Counting['shared']) {
  // A returned attempt may end a refusal before the window ends.
  const counting: Counting = { shared, remembersRefusals: false };
  return {
    byName: makeLimiter('login', { limit, seconds }, counting),
    bySender: makeLimiter('login-sender', { limit: limit * NAMES_OF_ONE_SENDER, seconds }, counting),
  };
}
