/** Finds the users that a command is about. */
import { OperatorError } from '../../errors/operator-error.js';
import { byId } from '../../store/by-id.js';
import type { UserRecord } from '../../store/records.js';
import type { Store } from '../../store/store.js';
import { normalizeUserName } from '../../store/user-name.js';

/** Every user, by ascending id. */
export function allUsers({ users }: Store) {
  return byId((after, limit) =>
    users
      .find(
        { _id: { $gt: after } },
        { sort: { _id: 1 }, limit, projection: { username: 1, active: 1, logins: 1 } },
      )
      .toArray(),
  );
}

/** @throws OperatorError when there is no such user */
export async function loadUser({ users }: Pick<Store, 'users'>, given: string): Promise<UserRecord> {
  const username = normalizeUserName(given);
  const user = username === undefined ? null : await users.findOne({ username });
  if (user) return user;
  throw new OperatorError(`unknown user "${given}"`);
}
