/** The `login` bucket: how often one sender may guess one user's password. */
import { createHash } from 'node:crypto';
import { addressKey } from './address-key.js';
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

/** @param limiter undefined: attempts are not limited */
export function makeLoginThrottle(limiter: Limiter | undefined, ask: Ask): TakeAttempt {
  if (!limiter) return async () => async () => undefined;

  return async function takeAttempt(username, address) {
    const key = keyOf(username, address);
    // Read first, so that whoever is refused costs no write.
    const spent = await ask(() => limiter.get(key));
    if (spent && spent.consumedPoints >= limiter.points) throw throttled(spent);
    // Taken before the outcome is known: attempts in parallel are within the limit too.
    const giveBack = async () => void (await ask(() => limiter.reward(key)));
    const taken = await ask(() => limiter.consume(key)).catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
    return taken ? giveBack : async () => undefined;
  };
}

/** Names are as long as senders like, and no counter needs to tell who was tried. */
function keyOf(username: string, address: string): string {
  return createHash('sha256')
    .update(`${addressKey(address)}\0${username}`)
    .digest('base64url');
}
