/** The `login` rate: how often one sender may guess one user's password, and how often anybody's. */
import { createHash } from 'node:crypto';
import { ipKey } from '../ip-key.js';
import { type Ask, throttled } from './fail-open.js';
import type { Limiter } from './limiter.js';

/** Takes back what an attempt cost: the password was right. */
export type GiveBack = () => Promise<void>;

/**
 * Asked before a password is hashed (asking later would leave the work to be had for nothing).
 *
 * @param username as it is stored, that is normalised
 * @throws Throttled when the sender has failed too often
 */
export type TakeAttempt = (username: string, address: string) => Promise<GiveBack>;

/** One counter of failures. */
interface Bucket {
  readonly limiter: Limiter;
  key(username: string, sender: string): string;
}

/**
 * @param limiters `byName`: of one sender and one name; `bySender`: of one sender and all the names that it tries;
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
    // Read first, so that whoever is refused costs no write.
    for (const { limiter, key } of asked) {
      const spent = await ask(() => limiter.get(key));
      if (spent && spent.consumedPoints >= limiter.points) throw throttled(spent);
    }
    const taken: typeof asked = [];
    const giveBack = async () => {
      for (const { limiter, key } of taken) await ask(() => limiter.reward(key));
    };
    // Taken before the outcome is known: attempts in parallel are within the limit too.
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

/** Names are as long as senders like, and no counter needs to tell who was tried. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
