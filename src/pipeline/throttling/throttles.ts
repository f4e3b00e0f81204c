/** The limits of one deployment. */

import type { Settings } from '../../config/settings.js';
import { RATE_NAMES, type Rate, type ThrottledRequest } from '../../extension/limit.js';
import type { Log } from '../../observability/log.js';
import type { Store } from '../../store/store.js';
import { makeAsk } from './fail-open.js';
import { type Counting, makeLimiter } from './limiter.js';
import { makeLoginThrottle, type TakeAttempt } from './login-throttle.js';

/** Counts a request of whom the key names. @throws Throttled when it is one too many */
export type Count = (key: string) => Promise<void>;

export interface Throttles {
  /** By address; undefined: unlimited, as is `user`. */
  readonly anon: Count | undefined;
  /** By user id. */
  readonly user: Count | undefined;
  readonly login: TakeAttempt;
  /** Those of the deployment. */
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
  // On MongoDB there may always be another service.
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

/** The rate is of one name; so many times the rate is what one sender may fail with all the names that it tries. */
const NAMES_OF_ONE_SENDER = 50;

function loginLimiters({ limit, seconds }: Rate, shared: Counting['shared']) {
  // What is given back may end a refusal before its time.
  const counting: Counting = { shared, remembersRefusals: false };
  return {
    byName: makeLimiter('login', { limit, seconds }, counting),
    bySender: makeLimiter('login-sender', { limit: limit * NAMES_OF_ONE_SENDER, seconds }, counting),
  };
}
