/** Loads the user that a command names. */
import type { UserDocument } from '../../collections/documents.js';
import type { Store } from '../../collections/store.js';
import { OperatorError } from '../../operator-error.js';
import { normalizeUserName } from '../../users/user-name.js';

/** @throws OperatorError when there is no such user */
export async function loadUser(store: Store, given: string): Promise<UserDocument> {
  const username = normalizeUserName(given);
  const user = username === undefined ? null : await store.users.findOne({ username });
  if (user) return user;
  throw new OperatorError(`unknown user "${given}"`);
}
