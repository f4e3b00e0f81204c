/** What commands do with the records of users. */

import { hashPassword } from '../authentication/passwords.js';
import { OperatorError } from '../errors/operator-error.js';
import { byId } from '../store/batches.js';
import { isDuplicateKey, type SnippetRecord, type Store, type UserRecord } from '../store/index.js';
import { termsOf } from '../store/terms.js';
import { normalizeUserName } from '../store/user-name.js';

/**
 * The unique user name decides between processes that add the same one at once.
 *
 * @param username in its stored form (user-name.ts)
 * @returns the new user; undefined when the name is taken
 */
export async function addUser(
  store: Store,
  username: string,
  password: string,
): Promise<Omit<UserRecord, 'created'> | undefined> {
  // Asked first, so that a taken name costs no id and no hash; the index has the last word.
  if (await store.users.findOne({ username })) return undefined;
  const user = { username, password: await hashPassword(password), active: true, logins: 1 };
  try {
    return { _id: await store.insertNext(store.users, user), ...user };
  } catch (error) {
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
}

/** Every user, by ascending id. */
export function allUsers({ users }: Store) {
  const projection = { username: 1, active: 1, logins: 1 } as const;
  return byId((range, slice) => users.find(range, { ...slice, projection }));
}

/** @throws OperatorError when there is no such user */
export async function loadUser({ users }: Pick<Store, 'users'>, given: string): Promise<UserRecord> {
  const username = normalizeUserName(given);
  const user = username === undefined ? null : await users.findOne({ username });
  if (user) return user;
  throw new OperatorError(`unknown user "${given}"`);
}

export type Owner = Pick<SnippetRecord, 'ownerId' | 'owner'>;

/** The snippets of a user; null: of nobody. */
export function snippetsOf({ snippets }: Store, ownerId: number | null) {
  return byId((range, slice) =>
    snippets.find({ ownerId, ...range }, { ...slice, projection: { version: 1 } }),
  );
}

/** @returns how many snippets were deleted. One that is saved in between is found again */
export async function deleteSnippets(store: Store, ownerId: number): Promise<number> {
  for (let deleted = 0; ; ) {
    const before = deleted;
    for await (const at of snippetsOf(store, ownerId))
      if (await store.remove(store.snippets, at)) deleted += 1;
    if (deleted === before) return deleted;
  }
}

/** @returns how many snippets were given */
export async function giveSnippets(store: Store, from: number | null, to: Owner): Promise<number> {
  let given = 0;
  for await (const { _id } of snippetsOf(store, from)) if (await give(store, _id, from, to)) given += 1;
  return given;
}

/**
 * A save in between is followed by another attempt, as the terms are made from its text. They name the owner, too.
 *
 * @returns false when the snippet is gone, or is somebody else's
 */
async function give(store: Store, _id: number, from: number | null, to: Owner): Promise<boolean> {
  for (;;) {
    const found = await store.snippets.findOne({ _id });
    if (found === null || found.ownerId !== from) return false;
    const set = { ...to, terms: termsOf({ ...found, ...to }) };
    if (await store.replace(store.snippets, { _id, version: found.version }, set)) return true;
  }
}
