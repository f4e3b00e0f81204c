/** Checks a user name and a password; everything that takes them (Basic, the token endpoints, the login form) asks here. */
import { availableParallelism } from 'node:os';
import { makeFairLimit } from '../../../scheduling/fair-limit.js';
import type { UserRecord } from '../../../store/records.js';
import type { Store } from '../../../store/store.js';
import { normalizeUserName } from '../../../store/user-name.js';
import { ipKey } from '../../ip-key.js';
import { hashPassword, needsRehash, verifyPassword } from './password-hash.js';
import { makeVerificationCache } from './verification-cache.js';

/**
 * @param address who is asking, as far as the network knows
 * @returns the active user whose password this is; undefined otherwise, without saying which part was wrong
 * @throws Throttled when too many attempts have failed
 * @throws ServiceUnavailable when too many attempts of this address wait already
 */
export type CheckCredentials = (
  username: string,
  password: string,
  address: string,
) => Promise<UserRecord | undefined>;

export interface CredentialParts {
  /** Counts an attempt before anything is hashed, and throws when it is one too many; what it returns takes it back. */
  takeAttempt(username: string, address: string): Promise<() => Promise<void>>;
  /** The one expensive step; exactly one is spent on each attempt. */
  readonly verify?: typeof verifyPassword;
}

/** Verifications that wait, of all addresses together: half a second of work on two cores. */
const MAX_WAITING = 64;

export function makeCheckCredentials(
  store: Pick<Store, 'users'>,
  { takeAttempt, verify = verifyPassword }: CredentialParts,
): CheckCredentials {
  const cache = makeVerificationCache();
  // Each hash takes a core for some ten milliseconds: wrong passwords of one address must not delay the others.
  const limit = makeFairLimit({ concurrency: availableParallelism(), capacity: MAX_WAITING });
  // Nobody's password: verifying against it makes an unknown name cost what a wrong password costs.
  const nobody = hashPassword('');
  // Each attempt that awaits it reports its failure.
  nobody.catch(() => undefined);

  return async (username, password, address) => {
    // What cannot be a user name is counted and verified like an unknown one, under one name for all of them.
    const name = normalizeUserName(username) ?? '';
    const user = await store.users.findOne({ username: name });
    // A user who may not log in is never remembered, and costs the same each time.
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

/** Only where the password is still the one that was verified: a change in between is not undone. */
async function rehash(store: Pick<Store, 'users'>, user: UserRecord, password: string): Promise<void> {
  const stronger = await hashPassword(password);
  await store.users.updateOne({ _id: user._id, password: user.password }, { $set: { password: stronger } });
}
