/** The `login` rate: limits failed passwords of one sender for one user name, and for all names together. */
import { Throttled } from '../../errors/index.js';
import { hashKey } from '../../store/hash-key.js';
import { ipKey } from '../request/sender.js';
import type { Ask, Counter } from './counter.js';

/** The names of its counters. */
export const LOGIN = 'login';
export const LOGIN_SENDER = 'login-sender';

/** Hashed, because names can be long, and counters need not show which names were tried, nor by whom. */
export const nameKey = hashKey;
export const senderKey = hashKey;

/** Returns the attempt, because the password was right. */
export type GiveBack = () => Promise<void>;

/**
 * Called before a password is hashed, so that a refused attempt costs no hash.
 *
 * @param username normalised, as it is stored
 * @throws Throttled if the sender has failed too often
 */
export type TakeAttempt = (username: string, address: string) => Promise<GiveBack>;

/**
 * @param counters `byName` counts one sender and one name; `bySender` counts one sender and all names;
 *   undefined: attempts are not limited
 */
export function makeLoginThrottle(
  counters: { byName: Counter; bySender: Counter } | undefined,
  ask: Ask,
): TakeAttempt {
  if (!counters) return async () => async () => undefined;

  return async function takeAttempt(username, address) {
    const sender = ipKey(address);
    const buckets = [
      { counter: counters.byName, key: `${nameKey(username)}:${senderKey(sender)}` },
      { counter: counters.bySender, key: senderKey(sender) },
    ];
    // Reads first, so that a refused attempt costs no write.
    for (const { counter, key } of buckets) {
      const spent = await ask(() => counter.read(key));
      if (spent && spent.points >= counter.limit) throw new Throttled(spent.left / 1000);
    }
    const taken: typeof buckets = [];
    const giveBack = async () => {
      for (const { counter, key } of taken) await ask(() => counter.takeBack(key));
    };
    // Takes the attempt before the result is known, so that parallel attempts stay within the limit.
    for (const { counter, key } of buckets) {
      const counted = await ask(() => counter.add(key));
      if (!counted) continue;
      taken.push({ counter, key });
      if (counted.points > counter.limit) {
        await giveBack();
        throw new Throttled(counted.left / 1000);
      }
    }
    return giveBack;
  };
}
