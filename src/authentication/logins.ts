/**
 * The epoch of a user's logins: the number `logins` of the user, which every session and token carries. A new password,
 * a deactivation and an activation raise it, so that what was issued before does not count any more.
 */
import { AuthenticationFailed, UserInactive } from '../errors/index.js';
import type { Identity } from '../extension.js';
import type { Caller } from '../http/sender.js';
import { batchLoader } from '../scheduling/batcher.js';
import type { Collection } from '../store/collection.js';
import type { UserRecord } from '../store/records.js';
import type { Store } from '../store/store.js';
import { hashPassword } from './passwords.js';

type Users = Pick<Store, 'users'>;

/** Finds a user. Requests that arrive together share one query. */
export type FindUser = (id: number) => Promise<UserRecord | null>;

export const makeFindUser = ({ users }: Users): FindUser =>
  batchLoader(
    (ids: number[]) => users.find({ _id: { $in: ids } }).toArray(),
    ({ _id }) => _id,
  );

export async function setPassword({ users }: Users, userId: number, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await users.updateOne({ _id: userId }, { $set: { password: hash }, $inc: { logins: 1 } });
}

/** Changes nothing for a user who is as asked for already: sessions and tokens stay then. */
export async function setActive({ users }: Users, userId: number, active: boolean): Promise<void> {
  await users.updateOne({ _id: userId, active: !active }, { $set: { active }, $inc: { logins: 1 } });
}

/** @throws UserInactive, whatever the number; AuthenticationFailed for a credential of an earlier epoch */
export function identify(
  user: UserRecord | null | undefined,
  { logins }: { readonly logins: number },
): Pick<Identity, 'user' | 'logins'> {
  if (!user?.active) throw new UserInactive();
  if (user.logins !== logins) throw new AuthenticationFailed({ detail: 'Invalid token.' });
  return { user: { id: user._id, username: user.username }, logins };
}

/** Asks again for the user of a request that took its time. @throws UserInactive, or AuthenticationFailed */
export async function authenticateAgain(findUser: FindUser, { user, logins }: Caller): Promise<void> {
  if (user === null || logins === undefined) return;
  const current = await findUser(user.id);
  if (!current?.active) throw new UserInactive();
  if (current.logins !== logins) throw new AuthenticationFailed();
}

/** A session, or a login by OAuth 2.0. */
interface Login {
  readonly _id: string;
  readonly userId: number | null;
  /** Absent: before all others. */
  issued?: Date;
}

/** More than anybody has browsers, or programs that log in. */
const MOST = 50;

/** Bounds what is stored for a user: a login beyond the fiftieth ends the oldest. @param own the login just made */
export async function keepNewest(
  logins: Collection<Login, 'userId'>,
  own: Pick<Login, '_id'> & { readonly userId: number; readonly issued: Date },
): Promise<void> {
  const { _id, userId, issued } = own;
  const all = await logins.find({ userId }, { projection: { issued: 1 } }).toArray();
  const timeOf = (login: Pick<Login, 'issued'>) => login.issued?.getTime() ?? 0;
  const others = all.filter((login) => login._id !== _id).toSorted((a, b) => timeOf(b) - timeOf(a));
  const [latest] = others;
  // The clock was set back. The next login must not take this one for the oldest.
  if (latest && timeOf(latest) > issued.getTime())
    await logins.updateOne({ _id }, { $set: { issued: new Date(timeOf(latest) + 1) } });
  const ids = others.slice(MOST - 1).map((login) => login._id);
  if (ids.length > 0) await logins.deleteMany({ _id: { $in: ids } });
}
