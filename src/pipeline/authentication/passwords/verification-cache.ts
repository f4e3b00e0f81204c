/** Remembers recently verified passwords, so that HTTP Basic does not hash on every request. */
import { createHmac, randomBytes } from 'node:crypto';

const LIFETIME_MS = 60_000;
const MAX_ENTRIES = 1_000;

export interface VerificationCache {
  /**
   * Returns whether the password is right: from memory, from a check in progress, or else from `check`.
   * Only right passwords are shared. Every attempt with a wrong password runs its own check.
   */
  verified(stored: string, password: string, check: () => Promise<boolean>): Promise<boolean>;
}

/**
 * Entries contain neither password nor name, but a keyed hash over the stored hash and the password. This process
 * creates the key and keeps it secret. A changed password has another stored hash, so it is not found.
 */
export function makeVerificationCache(now: () => number = Date.now): VerificationCache {
  const key = randomBytes(32);
  const expiries = new Map<string, number>();
  const underWay = new Map<string, Promise<boolean>>();

  return {
    async verified(stored, password, check) {
      const entry = createHmac('sha256', key).update(stored).update('\0').update(password).digest('base64');
      if ((expiries.get(entry) ?? 0) > now()) return true;
      const another = underWay.get(entry);
      // The caller of the other check gets its error.
      if (another && (await another.catch(() => false))) return true;
      const checking = check();
      underWay.set(entry, checking);
      try {
        const isRight = await checking;
        if (isRight) remember(entry);
        return isRight;
      } finally {
        if (underWay.get(entry) === checking) underWay.delete(entry);
      }
    },
  };

  function remember(entry: string): void {
    const oldest = expiries.keys().next();
    if (expiries.size >= MAX_ENTRIES && !oldest.done) expiries.delete(oldest.value);
    expiries.set(entry, now() + LIFETIME_MS);
  }
}
