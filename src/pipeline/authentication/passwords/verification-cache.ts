/** Remembers passwords that were right a moment ago, so that HTTP Basic does not cost one hashing a request. */
import { createHmac, randomBytes } from 'node:crypto';

const LIFETIME_MS = 60_000;
const MAX_ENTRIES = 1_000;

export interface VerificationCache {
  /**
   * Whether the password was right a moment ago, or is found right by a check that is under way; else `check` says.
   * Only what is right is shared: every attempt with a wrong password is one of its own.
   */
  verified(stored: string, password: string, check: () => Promise<boolean>): Promise<boolean>;
}

/**
 * Entries hold neither password nor name: a keyed hash over the stored password hash and the password, under a key
 * that this process makes and never tells. A changed password has another stored hash, so it misses at once.
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
      // Why another's check failed is for the other one to hear.
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
