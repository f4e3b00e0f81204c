/** GET /users/ and /users/{id}/ */

import type { User } from '#generated/sdk/types.gen.js';
import type { Handler } from '#generated/server/handlers.gen.js';
import { NotFound } from '../errors/index.js';
import { contentEtag } from '../pipeline/conditional-requests.js';
import type { Batches } from '../store/batches.js';
import type { UserRecord } from '../store/records.js';
import type { Store } from '../store/store.js';
import type { HandlerContext } from './context.js';
import { bodyOf, isBare, noItems, shareList } from './lists.js';

const NAME = { username: 1 } as const;
const BATCH = 100;

type Listed = Pick<UserRecord, '_id' | 'username'>;

export const listUsers: Handler<'listUsers', HandlerContext> = (_input, context) => {
  const { store } = context;
  return shareList({}, context, async (signal) => {
    if (!isBare(context)) return { status: 200, body: await bodyOf(await readUsers(store, signal), context) };
    await usersAfter(store, 0, 1);
    return { status: 200, body: noItems() };
  });
};

export const getUser: Handler<'getUser', HandlerContext> = ({ parameters }, context) => {
  const { store } = context;
  const { id } = parameters.path;
  return shareList({ id }, context, async (signal) => {
    const user = await store.users.findOne({ _id: id }, { projection: NAME });
    if (!user) throw new NotFound();
    const snippets = await store.idsByOwner(id, id, signal);
    const body = serializeUser(user, snippets.get(id) ?? []);
    return { status: 200, headers: { ETag: contentEtag(JSON.stringify(body)) }, body };
  });
};

/** @param snippets the ids of the user's snippets, ascending */
const serializeUser = ({ _id: id, username }: Listed, snippets: number[]): User => ({
  id,
  username,
  snippets,
});

function usersAfter(store: Store, id: number, limit: number): Promise<Listed[]> {
  return store.readMany(store.users, { _id: { $gt: id } }, { projection: NAME, sort: { _id: 1 }, limit });
}

/** Users that have been read with their snippet ids, and not sent yet. */
interface Place {
  readonly users: readonly Listed[];
  readonly snippets: ReadonlyMap<number, number[]>;
  /** Fewer than asked for were the last ones. */
  readonly isLast: boolean;
}

async function readUsers(store: Store, signal: AbortSignal): Promise<Batches<User, Place>> {
  return {
    first: { items: [], next: await placeAfter(store, signal, 0) },
    // One user a batch, because a user may have very many ids.
    async read({ users, snippets, isLast }) {
      const [items, rest] = [users.slice(0, 1), users.slice(1)];
      const end = users.at(-1)?._id ?? 0;
      const following = rest.length > 0 ? { users: rest, snippets, isLast } : undefined;
      return {
        items: items.map((user) => serializeUser(user, snippets.get(user._id) ?? [])),
        next: following ?? (isLast ? undefined : await placeAfter(store, signal, end)),
      };
    },
  };
}

async function placeAfter(store: Store, signal: AbortSignal, id: number): Promise<Place | undefined> {
  signal.throwIfAborted();
  const users = await usersAfter(store, id, BATCH);
  const [first, last] = [users[0], users.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  // One index range covers all of them.
  const snippets = await store.idsByOwner(first._id, last._id, signal);
  return { users, snippets, isLast: users.length < BATCH };
}
