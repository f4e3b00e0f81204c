/** Remembers passwords that were right a moment ago, so that HTTP Basic does not cost one hashing a request. */
import { createHmac, randomBytes } from 'node:crypto';

const LIFETIME_MS = 60_000;
const MAX_ENTRIES = 1_000;

export interface VerificationCache {
  isVerified(stored: string, password: string): boolean;
  remember(stored: string, password: string): void;
}

/**
 * Entries hold neither password nor name: a keyed hash over the stored password hash and the password, under a key
 * that this process makes and never tells. A changed password has another stored hash, so it misses at once.
 */
export function makeVerificationCache(now: () => number = Date.now): VerificationCache {
  const key = randomBytes(32);
  const expiries = new Map<string, number>();
  const entry = (stored: string, password: string) =>
    createHmac('sha256', key).update(stored).update('\0').update(password).digest('base64');

  return {
    isVerified: (stored, password) => (expiries.get(entry(stored, password)) ?? 0) > now(),
    remember(stored, password) {
      const oldest = expiries.keys().next();
      if (expiries.size >= MAX_ENTRIES && !oldest.done) expiries.delete(oldest.value);
      expiries.set(entry(stored, password), now() + LIFETIME_MS);
    },
  };
}
