/** Whether a login still holds once something has been issued on it. */
import type { UserRecord } from '../../store/records.js';
import type { Store } from '../../store/store.js';

/**
 * Asked after what was issued is stored: a change of the password (end-logins.ts) either finds it, or is found here.
 *
 * @param user as the login found it
 * @param logInAgain asked when another password is stored now: it may be the same one, hashed anew (check-credentials.ts)
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
