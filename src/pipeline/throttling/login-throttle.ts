/** The `login` rate: limits failed passwords of one sender for one user name, and for all names together. */
import { createHash } from 'node:crypto';
import { ipKey } from '../ip-key.js';
import { type Ask, throttled } from './fail-open.js';
import type { Limiter } from './limiter.js';

/** Returns the attempt, because the password was right. */
export type GiveBack = () => Promise<void>;

/**
 * Called before a password is hashed, so that a refused attempt costs no hash.
 *
 * @param username normalised, as it is stored
 * @throws Throttled if the sender has failed too often
 */
export type TakeAttempt = (username: string, address: string) => Promise<GiveBack>;

/** One counter of failures. */
interface Bucket {
  readonly limiter: Limiter;
  key(username: string, sender: string): string;
}

/**
 * @param limiters `byName` counts one sender and one name; `bySender` counts one sender and all names;
 *   undefined: attempts are not limited
 */
export function makeLoginThrottle(
  limiters: { byName: Limiter; bySender: Limiter } | undefined,
  ask: Ask,
): TakeAttempt {
  if (!limiters) return async () => async () => undefined;
  const buckets: Bucket[] = [
    { limiter: limiters.byName, key: (username, sender) => hash(`${sender}\0${username}`) },
    { limiter: limiters.bySender, key: (_, sender) => hash(sender) },
  ];

  return async function takeAttempt(username, address) {
    const sender = ipKey(address);
    const asked = buckets.map(({ limiter, key }) => ({ limiter, key: key(username, sender) }));
    // Reads first, so that a refused attempt costs no write.
    for (const { limiter, key } of asked) {
      const spent = await ask(() => limiter.get(key));
      if (spent && spent.consumedPoints >= limiter.points) throw throttled(spent);
    }
    const taken: typeof asked = [];
    const giveBack = async () => {
      for (const { limiter, key } of taken) await ask(() => limiter.reward(key));
    };
    // Takes the attempt before the result is known, so that parallel attempts stay within the limit.
    for (const { limiter, key } of asked) {
      const counted = await ask(() => limiter.consume(key)).catch(async (error: unknown) => {
        taken.push({ limiter, key });
        await giveBack();
        throw error;
      });
      if (counted) taken.push({ limiter, key });
    }
    return giveBack;
  };
}

/** Hashed, because names can be long, and counters need not show which names were tried. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
