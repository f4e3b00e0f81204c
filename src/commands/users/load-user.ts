/** Loads the user that a command names. */
import { OperatorError } from '../../errors/operator-error.js';
import type { UserRecord } from '../../store/records.js';
import type { Store } from '../../store/store.js';
import { normalizeUserName } from '../../store/user-name.js';

/** @throws OperatorError when there is no such user */
export async function loadUser({ users }: Pick<Store, 'users'>, given: string): Promise<UserRecord> {
  const username = normalizeUserName(given);
  const user = username === undefined ? null : await users.findOne({ username });
  if (user) return user;
  throw new OperatorError(`unknown user "${given}"`);
}
