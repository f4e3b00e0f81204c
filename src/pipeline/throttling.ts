/** Limits of rates, counted in the memory of this process by a clock that never jumps. */
import type { TakeAttempt } from '../authentication/passwords.js';
import type { Settings } from '../config/settings.js';
import type { ThrottleScope } from '../contract/specification.js';
import { Throttled } from '../errors/index.js';
import type { Rate } from '../extension.js';
import type { ApiRequest } from '../http/api-request.js';
import type { Route, Target } from '../http/route.js';
import { type Caller, ipKey } from '../http/sender.js';
import { hashKey } from '../store/keys.js';
import { ignoreRejection } from './permissions.js';

/** The keys of one rate that are counted at once: some 8 MB. Beyond them the oldest is forgotten. */
const MOST_KEYS = 50_000;

/** Counts requests for keys. A window begins with the first request for its key. @param now milliseconds */
export function makeCounter({ limit, seconds }: Rate, now: () => number = () => performance.now()) {
  const windows = new Map<string, { points: number; readonly end: number }>();

  /** @throws Throttled if a request more would be one too many */
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
    /** Checks, and counts one more. @returns counts it less, in the window that it was counted in */
    count(key: string): () => void {
      check(key);
      const window = windows.get(key) ?? { points: 0, end: now() + seconds * 1000 };
      window.points += 1;
      windows.set(key, window);
      const [oldest] = windows.keys();
      if (windows.size > MOST_KEYS && oldest !== undefined) windows.delete(oldest);
      return () => {
        window.points -= 1;
      };
    },
  };
}

/** The rate is for one sender and one name. For all names together, one sender may fail this many times the rate. */
const NAMES_OF_ONE_SENDER = 50;

function limitLogins({ limit, seconds }: Rate): TakeAttempt {
  const byName = makeCounter({ limit, seconds });
  const bySender = makeCounter({ limit: limit * NAMES_OF_ONE_SENDER, seconds });
  return function takeAttempt(username: string, ip: string): () => void {
    const sender = ipKey(ip);
    // No name contains a space.
    const name = `${username} ${sender}`;
    bySender.check(sender);
    const counted = [byName.count(name), bySender.count(sender)];
    return () => {
      for (const takeBack of counted) takeBack();
    };
  };
}

/** Counts a request of a sender. @throws Throttled for one too many */
export type CountSender = (sender: string) => void;

export interface Throttles {
  /** Counts a request by the `x-throttle-scope` of its path. */
  readonly byScope: Readonly<Record<ThrottleScope, Route['throttle']>>;
  /** By user id, or by ip where everybody may write. */
  readonly countPreview: CountSender;
  readonly takeAttempt: TakeAttempt;
}

type ThrottleSettings = Pick<Settings, 'throttleRates' | 'deployment'>;

const uncounted = () => undefined;

/** A rate that is not set is unlimited. */
export function makeThrottles({ throttleRates: rates, deployment }: ThrottleSettings): Throttles {
  const countUser: CountSender = rates.user ? makeCounter(rates.user).count : uncounted;
  const countAnonymous: CountSender = rates.anon ? makeCounter(rates.anon).count : uncounted;
  const custom = (deployment.throttles ?? []).map((limit) => ({
    limit,
    count: makeCounter(limit.rate).count,
  }));

  /** By user, or by ip; and by the limits of the deployment. */
  function countRequest(
    { method, ip }: ApiRequest,
    { user }: Caller,
    { route, parameters, path }: Target,
  ): void {
    if (user) countUser(String(user.id));
    else countAnonymous(ipKey(ip));
    for (const { limit, count } of custom) {
      const key: unknown = limit.key({ method, path, endpoint: route.endpoint.name, parameters, ip, user });
      if (key === undefined) continue;
      if (typeof key !== 'string') {
        ignoreRejection(key);
        throw new TypeError(`CONFIG throttles: the key of ${limit.name} is neither a text nor undefined.`);
      }
      // It may be as long as a header.
      count(hashKey(key));
    }
  }

  return {
    // Failed passwords are counted where they are checked, and previews by their handler.
    byScope: { api: countRequest, login: uncounted, preview: uncounted, none: uncounted },
    countPreview: rates.preview ? makeCounter(rates.preview).count : uncounted,
    takeAttempt: rates.login ? limitLogins(rates.login) : () => uncounted,
  };
}
