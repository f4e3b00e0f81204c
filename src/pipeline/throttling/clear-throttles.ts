/** Deletes counters, for an operator who wants somebody to be let in before the window ends. */
import type { Store } from '../../store/store.js';
import { ipKey } from '../request/sender.js';
import { LOGIN, LOGIN_SENDER, nameKey, senderKey } from './login-throttle.js';

type Throttles = Pick<Store, 'throttles'>;

/** @returns how many counters of failed logins with a user name are deleted, from all senders */
export async function clearThrottlesOfName(store: Throttles, username: string): Promise<number> {
  return deleteCounters(store, await idsThatBegin(store, `${LOGIN}:${nameKey(username)}:`));
}

/** @returns how many counters of an ip are deleted: of its requests, and of its failed logins with any name */
export async function clearThrottlesOfIp(store: Throttles, ip: string): Promise<number> {
  const sender = ipKey(ip);
  const logins = await idsThatBegin(store, `${LOGIN}:`);
  return deleteCounters(store, [
    `anon:${sender}`,
    `${LOGIN_SENDER}:${senderKey(sender)}`,
    ...logins.filter((id) => id.endsWith(`:${senderKey(sender)}`)),
  ]);
}

async function idsThatBegin({ throttles }: Throttles, start: string): Promise<string[]> {
  // No key has a character behind `~`.
  const range = { $gte: start, $lt: `${start}~` };
  const found = await throttles.find({ _id: range }, { projection: { points: 1 } }).toArray();
  return found.map(({ _id }) => _id);
}

async function deleteCounters({ throttles }: Throttles, ids: readonly string[]): Promise<number> {
  const { deletedCount } = await throttles.deleteMany({ _id: { $in: ids } });
  return deletedCount;
}
