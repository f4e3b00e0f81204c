/**
 * The epoch of a user's logins: the number `logins` of the user, which every session and token carries. A new password,
 * a deactivation and an activation raise it, so that what was issued before does not count any more.
 */
import { AuthenticationFailed, UserInactive } from '../../errors/index.js';
import type { Store } from '../../store/store.js';
import type { Caller } from '../request/api-request.js';
import { hashPassword } from './passwords/password-hash.js';

type Users = Pick<Store, 'users'>;

export async function setPassword({ users }: Users, userId: number, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await users.updateOne({ _id: userId }, { $set: { password: hash }, $inc: { logins: 1 } });
}

/** Changes nothing for a user who is as asked for already: sessions and tokens stay then. */
export async function setActive({ users }: Users, userId: number, active: boolean): Promise<void> {
  await users.updateOne({ _id: userId, active: !active }, { $set: { active }, $inc: { logins: 1 } });
}

/**
 * Asks again for the user of a request whose body took its time.
 *
 * @throws UserInactive, or AuthenticationFailed after a new password
 */
export async function authenticateAgain({ users }: Users, { user, logins }: Caller): Promise<void> {
  if (user === null || logins === undefined) return;
  const current = await users.findOne({ _id: user.id }, { projection: { active: 1, logins: 1 } });
  if (!current?.active) throw new UserInactive();
  if (current.logins !== logins) throw new AuthenticationFailed();
}
