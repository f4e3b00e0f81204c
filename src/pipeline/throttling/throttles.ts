/** The limits of one deployment, and the one that every request meets. */
import type { Settings } from '../../config/settings.js';
import type { Endpoint } from '../../contract/contract.js';
import { Throttled } from '../../errors/index.js';
import { RATE_NAMES, type Rate, type ThrottledRequest } from '../../extension.js';
import type { Log } from '../../observability/log.js';
import type { Store } from '../../store/store.js';
import type { ApiRequest, Caller } from '../request/api-request.js';
import { ipKey } from '../request/sender.js';
import { type Ask, type Counter, makeAsk, makeCounter } from './counter.js';
import { LOGIN, LOGIN_SENDER, makeLoginThrottle, type TakeAttempt } from './login-throttle.js';

/** Counts a request for a key. @throws Throttled if it is one too many */
export type CountRequest = (key: string) => Promise<void>;

export interface Throttles {
  /** By ip. Undefined: unlimited; the same for `user`. */
  readonly anon: CountRequest | undefined;
  /** By user id. */
  readonly user: CountRequest | undefined;
  /** By user id, or by ip where everybody may write. */
  readonly preview: CountRequest | undefined;
  readonly login: TakeAttempt;
  /** The limits of the deployment. */
  readonly custom: readonly ((request: ThrottledRequest) => Promise<void> | undefined)[];
}

export function makeThrottles(
  { throttleRates: rates, deployment }: Pick<Settings, 'throttleRates' | 'deployment'>,
  { store, log }: { store: Pick<Store, 'throttles'>; log: Log },
): Throttles {
  for (const rate of RATE_NAMES) if (!rates[rate]) log.debug({ rate }, 'this rate is not limited');
  const ask = makeAsk(log);
  const count = (name: string, rate: Rate) => countRequests(makeCounter(store.throttles, name, rate), ask);
  return {
    anon: rates.anon && count('anon', rates.anon),
    user: rates.user && count('user', rates.user),
    preview: rates.preview && count('preview', rates.preview),
    login: makeLoginThrottle(rates.login && loginCounters(store, rates.login), ask),
    custom: (deployment.throttles ?? []).map((throttle) => {
      const countRequest = count(`custom-${throttle.name}`, throttle.rate);
      return (request) => {
        const key = throttle.key(request);
        return key === undefined ? undefined : countRequest(key);
      };
    }),
  };
}

/** The keys that are remembered as refused. */
const MOST_REFUSED = 10_000;
/** How long they are at most: then a counter that an operator has deleted counts anew. */
const REMEMBERED_MS = 5_000;

/** The store is not asked again for a key that is over its limit: a flood of refused requests writes nothing. */
export function countRequests(counter: Counter, ask: Ask): CountRequest {
  /** When the window of a refused key ends, and until when that is remembered, on a clock that never jumps. */
  const refused = new Map<string, { end: number; remembered: number }>();
  return async function countRequest(key) {
    const now = performance.now();
    const known = refused.get(key);
    if (known && known.remembered > now) throw new Throttled((known.end - now) / 1000);
    const counted = await ask(() => counter.add(key));
    if (!counted || counted.points <= counter.limit) return;
    if (refused.size >= MOST_REFUSED) refused.clear();
    refused.set(key, { end: now + counted.left, remembered: now + Math.min(counted.left, REMEMBERED_MS) });
    throw new Throttled(counted.left / 1000);
  };
}

/** The rate is for one name. For all names together, one sender may fail this many times the rate. */
const NAMES_OF_ONE_SENDER = 50;

function loginCounters({ throttles }: Pick<Store, 'throttles'>, { limit, seconds }: Rate) {
  return {
    byName: makeCounter(throttles, LOGIN, { limit, seconds }),
    bySender: makeCounter(throttles, LOGIN_SENDER, { limit: limit * NAMES_OF_ONE_SENDER, seconds }),
  };
}

/**
 * The scopes for `x-throttle-scope`. `api`: the rate `user` by user, `anon` by ip. `login`: nothing here, because the
 * password check uses its own bucket, and only failures count. `preview`: nothing here, the handler counts by user.
 */
const SCOPES = ['api', 'login', 'preview'];

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
