/** Checks a user name and a password; everything that takes them (Basic, the token endpoint) asks here. */
import type { UserDocument } from '../collections/documents.js';
import type { Store } from '../collections/store.js';
import { hashPassword, needsRehash, verifyPassword } from './passwords.js';
import { makeVerificationCache } from './verification-cache.js';

/** @returns the active user whose password this is; undefined otherwise, without saying which part was wrong */
export type CheckCredentials = (username: string, password: string) => Promise<UserDocument | undefined>;

export function makeCheckCredentials(store: Pick<Store, 'users'>): CheckCredentials {
  const cache = makeVerificationCache();
  // Nobody's password: verifying against it makes an unknown name cost what a wrong password costs.
  let nobody: Promise<string> | undefined;

  return async (username, password) => {
    const user = await store.users.findOne({ username: username.normalize('NFKC') });
    if (!user) {
      nobody ??= hashPassword('');
      await verifyPassword(await nobody, password);
      return undefined;
    }
    if (!cache.isVerified(user.password, password)) {
      if (!(await verifyPassword(user.password, password))) return undefined;
      cache.remember(user.password, password);
      if (needsRehash(user.password)) user.password = await rehash(store, user, password);
    }
    return user.active ? user : undefined;
  };
}

/**
 * Only where the password is still the one that was verified: a change in between is not undone.
 *
 * @returns what is stored for the password now, were it not for such a change
 */
async function rehash(store: Pick<Store, 'users'>, user: UserDocument, password: string): Promise<string> {
  const stronger = await hashPassword(password);
  await store.users.updateOne({ _id: user._id, password: user.password }, { $set: { password: stronger } });
  return stronger;
}
