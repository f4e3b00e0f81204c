/** Checks a user name and password, for HTTP Basic, the token endpoints and the login form. */

import { createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { makeFairLimit } from '../../../scheduling/fair-limit.js';
import type { UserRecord } from '../../../store/records.js';
import type { Store } from '../../../store/store.js';
import { normalizeUserName } from '../../../store/user-name.js';
import { ipKey } from '../../request/sender.js';
import { hashPassword, needsRehash, verifyPassword } from './password-hash.js';

/**
 * @param address the ip of the sender
 * @returns the active user if the password is right; otherwise undefined, without saying what was wrong
 * @throws Throttled if too many attempts have failed
 * @throws ServiceUnavailable if too many attempts of this ip already wait
 */
export type CheckCredentials = (
  username: string,
  password: string,
  address: string,
) => Promise<UserRecord | undefined>;

export interface CredentialDeps {
  /** Counts an attempt before anything is hashed; throws if it is one too many. The result takes it back. */
  takeAttempt(username: string, address: string): Promise<() => Promise<void>>;
  /** Where the length of the queue is to be found. */
  readonly queues?: Map<string, () => number>;
  /** The expensive step. Every attempt runs it exactly once. */
  readonly verify?: typeof verifyPassword;
}

/** The number of waiting verifications of all ips: half a second of work on two cores. */
const MAX_WAITING = 64;

export function makeCheckCredentials(
  store: Pick<Store, 'users'>,
  { takeAttempt, queues, verify = verifyPassword }: CredentialDeps,
): CheckCredentials {
  const cache = makeVerificationCache();
  // Each hash uses a core for about ten milliseconds. Wrong passwords of one ip must not delay other ips.
  const limit = makeFairLimit({ concurrency: availableParallelism(), capacity: MAX_WAITING });
  queues?.set('passwords', () => limit.waiting);
  // The hash of no user's password: an unknown name then takes as long as a wrong password.
  const nobody = hashPassword('');
  // Prevents an unhandled rejection. Attempts that await it still get the error.
  nobody.catch(() => undefined);

  return async (username, password, address) => {
    // An invalid user name is counted and verified like an unknown one. All invalid names share one counter.
    const name = normalizeUserName(username) ?? '';
    const user = await store.users.findOne({ username: name });
    // Users who may not log in are not remembered, so every attempt takes the same time.
    if (!user?.active) {
      await takeAttempt(name, address);
      const stored = user?.password ?? (await nobody);
      await limit.run(ipKey(address), () => verify(stored, password));
      return undefined;
    }
    const isRight = await cache.verified(user.password, password, async () => {
      const takeBack = await takeAttempt(name, address);
      if (!(await limit.run(ipKey(address), () => verify(user.password, password)))) return false;
      await takeBack();
      if (needsRehash(user.password)) await rehash(store, user, password);
      return true;
    });
    return isRight ? user : undefined;
  };
}

/** Only if the password is still the verified one, so that a change in between is not undone. */
async function rehash(store: Pick<Store, 'users'>, user: UserRecord, password: string): Promise<void> {
  const stronger = await hashPassword(password);
  await store.users.updateOne({ _id: user._id, password: user.password }, { $set: { password: stronger } });
}

/**
 * Whether a login still holds once something has been issued on it. Asked after what was issued is stored: a change of
 * the password (endLogins) either finds it, or is found here.
 *
 * @param user as the login found it
 * @param logInAgain asked when another password is stored now: it may be the same one, hashed anew by rehash
 */
export async function loginStands(
  store: Pick<Store, 'users'>,
  user: UserRecord,
  logInAgain: () => Promise<UserRecord | undefined>,
): Promise<boolean> {
  const current = await store.users.findOne({ _id: user._id });
  if (!current?.active) return false;
  return current.password === user.password || (await logInAgain()) !== undefined;
}

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
