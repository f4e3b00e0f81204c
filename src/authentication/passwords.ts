/** Passwords: hashed with argon2id, and checked for HTTP Basic, the token endpoints and the login form. */
import { createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { ipKey } from '../http/sender.js';
import { makeFairLimit } from '../scheduling/fair-limit.js';
import type { UserRecord } from '../store/records.js';
import type { Store } from '../store/store.js';
import { normalizeUserName } from '../store/user-name.js';

/** 19 MiB, two passes, one lane: OWASP Password Storage, Argon2id. A change replaces each hash at the next login. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const COST_IN_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** @returns a PHC string */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** @param stored a PHC string from hashPassword */
export const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password);

/**
 * Called with a normalised user name and an ip before a password is hashed, so that a refused attempt costs no hash. It
 * returns what takes the attempt back: the password was right, or was never compared.
 *
 * @throws Throttled if the sender has failed too often
 */
export type TakeAttempt = (username: string, ip: string) => () => void;

interface CredentialDeps {
  readonly takeAttempt: TakeAttempt;
  /** For the metrics. */
  readonly queues?: Map<string, () => number>;
  /** The expensive steps. Every attempt verifies exactly once. */
  readonly verify?: typeof verifyPassword;
  readonly hash?: typeof hashPassword;
}

/** The number of waiting verifications of all ips: half a second of work on two cores. */
const MAX_WAITING = 64;

/** A PHC string that no password has: random bytes take the place of a salt and its hash. */
export function makeUnusableHash(): string {
  const [salt, digest] = [16, 32].map((size) => randomBytes(size).toString('base64').replaceAll('=', ''));
  return `${COST_IN_HASH}${salt}$${digest}`;
}

/**
 * Finds the active user whose name and password these are; undefined, without saying what was wrong.
 *
 * @throws Throttled if too many attempts have failed, ServiceUnavailable if too many of this ip already wait
 */
export type CheckCredentials = (
  username: string,
  password: string,
  address: string,
) => Promise<UserRecord | undefined>;

export function makeCheckCredentials(
  { users }: Pick<Store, 'users'>,
  { takeAttempt, queues, verify = verifyPassword, hash = hashPassword }: CredentialDeps,
): CheckCredentials {
  const once = makeRightPasswords();
  // Each hash uses a core for about ten milliseconds. Wrong passwords of one ip must not delay other ips.
  const limit = makeFairLimit({ concurrency: availableParallelism(), capacity: MAX_WAITING });
  queues?.set('passwords', () => limit.waiting);
  const unusable = makeUnusableHash();

  return async function checkCredentials(username, password, address) {
    // An invalid user name is counted and verified like an unknown one. All invalid names share one counter.
    const name = normalizeUserName(username) ?? '';
    const user = await users.findOne({ username: name });
    // A name that may not log in takes the same way, with a hash that fails: neither time nor order tells it apart.
    const stored = user?.active ? user.password : unusable;
    const isRight = await once([name, stored, password], async () => {
      // Counted before the result is known, so that parallel attempts stay within the limit.
      const takeBack = takeAttempt(name, address);
      const { isRight, renewed } = await limit
        .run(ipKey(address), () => compare(stored, password))
        .catch((error) => {
          // Nothing was compared: a full queue locks nobody out.
          takeBack();
          throw error;
        });
      if (isRight) takeBack();
      // Only if the password is still the verified one, so that a change in between is not undone.
      if (renewed && user)
        await users.updateOne({ _id: user._id, password: stored }, { $set: { password: renewed } });
      return isRight;
    });
    return isRight && user ? user : undefined;
  };

  /** One turn of the queue. @returns also a hash of today's cost, if the stored one has another */
  async function compare(stored: string, password: string) {
    const isRight = await verify(stored, password);
    const isCurrent = stored.startsWith(COST_IN_HASH);
    return { isRight, renewed: isRight && !isCurrent ? await hash(password) : undefined };
  }
}

const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 1_000;

/**
 * Remembers right passwords for a minute, so that HTTP Basic is fast, and lets simultaneous requests share one check. Of
 * a wrong password each attempt runs a check of its own. What is remembered contains neither password nor name, but a
 * hash over the name, the stored hash and the password, keyed by this process. A changed password has another stored
 * hash.
 */
export function makeRightPasswords(now: () => number = () => performance.now()) {
  const key = randomBytes(32);
  const running = new Map<string, Promise<boolean>>();
  /** Until when each is remembered. */
  const right = new Map<string, number>();

  return async function once(
    credentials: readonly [name: string, stored: string, password: string],
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const entry = createHmac('sha256', key).update(JSON.stringify(credentials)).digest('base64');
    if ((right.get(entry) ?? 0) > now()) return true;
    const earlier = running.get(entry);
    // The request that began the other check gets its error.
    if (earlier && (await earlier.catch(() => false))) return true;
    const own = check();
    running.set(entry, own);
    try {
      const isRight = await own;
      if (isRight) remember(entry);
      return isRight;
    } finally {
      if (running.get(entry) === own) running.delete(entry);
    }
  };

  function remember(entry: string): void {
    right.delete(entry);
    right.set(entry, now() + REMEMBERED_MS);
    const [oldest] = right.keys();
    if (right.size > MOST_REMEMBERED && oldest !== undefined) right.delete(oldest);
  }
}
