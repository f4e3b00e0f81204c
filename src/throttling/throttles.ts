/** The limits of one deployment. */
import type { Store } from '../collections/store.js';
import type { Settings } from '../config/settings.js';
import type { Log } from '../log.js';
import { makeAsk } from './fail-open.js';
import { type Counting, makeLimiter } from './limiter.js';
import { makeLoginThrottle, type TakeAttempt } from './login-throttle.js';
import { RATE_NAMES, type Rate, type RateName } from './rates.js';

/** Counts a request of whom the key names. @throws Throttled when it is one too many */
export type Count = (key: string) => Promise<void>;

export interface Throttles {
  /** By address; undefined: unlimited, as is `user`. */
  readonly anon: Count | undefined;
  /** By user id. */
  readonly user: Count | undefined;
  readonly login: TakeAttempt;
}

export function makeThrottles(
  { throttleRates: rates, mongodbUrl, workers }: Pick<Settings, 'throttleRates' | 'mongodbUrl' | 'workers'>,
  { store, log }: { store: Pick<Store, 'throttles'>; log: Log },
): Throttles {
  // On MongoDB there may always be another service.
  const shared = mongodbUrl !== undefined || workers > 1 ? store.throttles : undefined;
  for (const rate of RATE_NAMES) if (!rates[rate]) log.debug({ rate }, 'this rate is not limited');
  const ask = makeAsk(log);
  const countBy = (name: RateName): Count | undefined => {
    const rate = rates[name];
    const limiter = rate && makeLimiter(name, rate, { shared, remembersRefusals: true });
    return limiter && (async (key) => void (await ask(() => limiter.consume(key))));
  };
  return {
    anon: countBy('anon'),
    user: countBy('user'),
    login: makeLoginThrottle(rates.login && loginLimiters(rates.login, shared), ask),
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
