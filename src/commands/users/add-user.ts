/** Adds a user; the unique user name decides between processes that add the same one at once. */

import { hashPassword } from '../../pipeline/authentication/passwords/password-hash.js';
import { isDuplicateKey } from '../../store/duplicate-key.js';
import { nextId, type Store } from '../../store/index.js';

/**
 * @param username in its stored form (user-name.ts)
 * @returns the new user's id, or undefined when the name is taken
 */
export async function addUser(store: Store, username: string, password: string): Promise<number | undefined> {
  // Asked first, so that a taken name costs no id and no hash; the index has the last word.
  if (await store.users.findOne({ username })) return undefined;
  const hash = await hashPassword(password);
  const next = await nextId(store, 'users');
  try {
    await store.users.insertOne({ ...next, username, password: hash, active: true, logins: 1 });
  } catch (error) {
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
  return next._id;
}
