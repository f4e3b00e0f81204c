/** Limits of rates, counted in the memory of this process by a clock that never jumps. */
import type { Settings } from '../config/settings.js';
import type { Endpoint } from '../contract/contract.js';
import { Throttled } from '../errors/index.js';
import type { Rate, ThrottledRequest } from '../extension.js';
import { hashKey } from '../store/hash-key.js';
import type { ApiRequest, Caller } from './api-request.js';
import { ipKey } from './sender.js';

/** The keys of one rate that are counted at once: some 8 MB. Beyond them the oldest is forgotten. */
const MOST_KEYS = 50_000;

/** Counts requests for keys. A window begins with the first request for its key. */
export interface Counter {
  /** @throws Throttled if a request more would be one too many */
  check(key: string): void;
  /** Checks, and counts one more. */
  count(key: string): void;
  /** Counts one less, in the same window. */
  takeBack(key: string): void;
}

/** @param now milliseconds */
export function makeCounter({ limit, seconds }: Rate, now: () => number = () => performance.now()): Counter {
  const windows = new Map<string, { points: number; readonly end: number }>();

  function check(key: string): void {
    // All windows are equally long, so they end in the order in which they began.
    for (const [old, { end }] of windows) {
      if (end > now()) break;
      windows.delete(old);
    }
    const window = windows.get(key);
    if (window && window.points >= limit) throw new Throttled((window.end - now()) / 1000);
  }

  return {
    check,
    count(key) {
      check(key);
      const window = windows.get(key) ?? { points: 0, end: now() + seconds * 1000 };
      window.points += 1;
      windows.set(key, window);
      const [oldest] = windows.keys();
      if (windows.size > MOST_KEYS && oldest !== undefined) windows.delete(oldest);
    },
    takeBack(key) {
      const window = windows.get(key);
      if (window) window.points -= 1;
    },
  };
}

/**
 * Called before a password is hashed, so that a refused attempt costs no hash.
 *
 * @param username normalised, as it is stored
 * @returns takes the attempt back, because the password was right
 * @throws Throttled if the sender has failed too often
 */
export type TakeAttempt = (username: string, address: string) => () => void;

/** The rate is for one sender and one name. For all names together, one sender may fail this many times the rate. */
const NAMES_OF_ONE_SENDER = 50;

function limitLogins({ limit, seconds }: Rate): TakeAttempt {
  const byName = makeCounter({ limit, seconds });
  const bySender = makeCounter({ limit: limit * NAMES_OF_ONE_SENDER, seconds });
  return function takeAttempt(username, address) {
    const sender = ipKey(address);
    // No name contains a space.
    const name = `${username} ${sender}`;
    bySender.check(sender);
    // Counted before the result is known, so that parallel attempts stay within the limit.
    byName.count(name);
    bySender.count(sender);
    return () => {
      byName.takeBack(name);
      bySender.takeBack(sender);
    };
  };
}

/** Counts a request for a key. @throws Throttled if it is one too many */
export type CountRequest = (key: string) => void;

export interface Throttles {
  /** By ip. Undefined: unlimited; the same for `user`. */
  readonly anon: CountRequest | undefined;
  /** By user id. */
  readonly user: CountRequest | undefined;
  /** By user id, or by ip where everybody may write. */
  readonly preview: CountRequest | undefined;
  readonly login: TakeAttempt;
  /** The limits of the deployment. */
  readonly custom: readonly ((request: ThrottledRequest) => void)[];
}

export function makeThrottles({
  throttleRates: rates,
  deployment,
}: Pick<Settings, 'throttleRates' | 'deployment'>): Throttles {
  return {
    anon: rates.anon && makeCounter(rates.anon).count,
    user: rates.user && makeCounter(rates.user).count,
    preview: rates.preview && makeCounter(rates.preview).count,
    login: rates.login ? limitLogins(rates.login) : () => () => undefined,
    custom: (deployment.throttles ?? []).map((throttle) => {
      const { count } = makeCounter(throttle.rate);
      return (request) => {
        const key = throttle.key(request);
        // It may be as long as a header.
        if (key !== undefined) count(hashKey(key));
      };
    }),
  };
}

/**
 * The scopes for `x-throttle-scope`. `api`: the rate `user` by user, `anon` by ip. `login`: nothing here, because the
 * password check counts, and only failures. `preview`: nothing here, the handler counts by user.
 */
const SCOPES = ['api', 'login', 'preview'];

/** @throws Throttled */
export type Throttle = (request: ApiRequest, caller: Caller, endpoint: Endpoint) => void;

/** @throws Error at the start for an unknown scope, so that a typo cannot leave a path without a limit */
export function makeThrottle(
  endpoints: readonly Endpoint[],
  { anon, user: byUser, custom }: Throttles,
): Throttle {
  for (const { path, throttleScope: scope } of endpoints) {
    if (scope !== undefined && !SCOPES.includes(scope))
      throw new Error(`openapi.yaml names the throttle scope ${scope} at ${path}, which has no rate.`);
  }

  return function throttle({ method, path, ip }, { user }, { throttleScope }) {
    if (throttleScope !== 'api') return;
    if (user) byUser?.(String(user.id));
    else anon?.(ipKey(ip));
    for (const count of custom) count({ method, path, ip, user });
  };
}
