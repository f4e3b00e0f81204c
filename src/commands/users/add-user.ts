/** Adds a user; the unique user name decides between processes that add the same one at once. */

import { hashPassword } from '../../pipeline/authentication/passwords.js';
import { isDuplicateKey } from '../../store/duplicate-key.js';
import { nextId, type Store, type UserRecord } from '../../store/index.js';

/**
 * @param username in its stored form (user-name.ts)
 * @returns the new user; undefined when the name is taken
 */
export async function addUser(
  store: Store,
  username: string,
  password: string,
): Promise<UserRecord | undefined> {
  // Asked first, so that a taken name costs no id and no hash; the index has the last word.
  if (await store.users.findOne({ username })) return undefined;
  const hash = await hashPassword(password);
  const next = await nextId(store, 'users');
  const user = { ...next, username, password: hash, active: true, logins: 1 };
  try {
    await store.users.insertOne(user);
  } catch (error) {
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
  return user;
}
