/** GET /users/ and /users/{id}/ */

import type { User } from '#generated/sdk/types.gen.js';
import type { Handler } from '#generated/server/handlers.gen.js';
import { NotFound } from '../errors/index.js';
import { idsByOwner } from '../store/ids-by-owner.js';
import type { UserRecord } from '../store/records.js';
import type { Store } from '../store/store.js';
import type { HandlerContext } from './context.js';
import { serializeUser } from './serializers/user.js';

const NAME = { username: 1 } as const;
const BATCH = 100;

type Listed = Pick<UserRecord, '_id' | 'username'>;

export const listUsers: Handler<'listUsers', HandlerContext> = async (_input, { request, store }) => {
  // HEAD only needs to know that the store answers. For a page it also needs the length.
  const isHead = request.method === 'HEAD' && request.renderer.pageSize === undefined;
  const first = await usersAfter(store, 0, isHead ? 1 : BATCH);
  return { status: 200, body: serializeAll(store, isHead ? [] : first) };
};

export const getUser: Handler<'getUser', HandlerContext> = async ({ parameters }, { store }) => {
  const user = await store.users.findOne({ _id: parameters.path.id }, { projection: NAME });
  if (!user) throw new NotFound();
  const snippets = await idsByOwner(store, user._id, user._id);
  return { status: 200, body: serializeUser(user, snippets.get(user._id) ?? []) };
};

function usersAfter(store: Store, id: number, limit: number): Promise<Listed[]> {
  return store.users.find({ _id: { $gt: id } }, { projection: NAME, sort: { _id: 1 }, limit }).toArray();
}

/** Works in batches, so that memory does not grow with the number of users. */
async function* serializeAll(store: Store, first: Listed[]): AsyncGenerator<User[]> {
  for (let users = first; users.length > 0; ) {
    const [first, last] = [users[0]?._id ?? 0, users.at(-1)?._id ?? 0];
    // One index range covers all of them.
    const snippets = await idsByOwner(store, first, last);
    // One at a time, because a user may have very many ids.
    for (const user of users) yield [serializeUser(user, snippets.get(user._id) ?? [])];
    users = users.length < BATCH ? [] : await usersAfter(store, last, BATCH);
  }
}
