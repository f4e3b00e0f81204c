/** GET /users/ and /users/{id}/ */

import type { User } from '#generated/sdk/types.gen.js';
import type { Handler } from '#generated/server/handlers.gen.js';
import { NotFound } from '../errors/index.js';
import { contentEtag } from '../http/etag.js';
import { jsonOf, withJson } from '../renderers/json.js';
import type { Batches } from '../store/batches.js';
import type { UserRecord } from '../store/records.js';
import type { Store } from '../store/store.js';
import type { HandlerContext } from './context.js';
import { bodyOf, isBare, noItems, shareList, viewerOf } from './lists.js';

const NAME = { username: 1 } as const;
const BATCH = 100;

type Listed = Pick<UserRecord, '_id' | 'username'>;

export const listUsers: Handler<'listUsers', HandlerContext> = (_input, context) => {
  const { store } = context;
  return shareList({}, context, async (signal) => {
    if (!isBare(context))
      return { status: 200, body: await bodyOf(await readUsers(context, signal), context) };
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
    const body = serializeUser(user, await store.idsByOwner([id], viewerOf(context), signal));
    return { status: 200, headers: { ETag: contentEtag(jsonOf(body)) }, body };
  });
};

/** The ids are text from the store to the answer: a user may have very many. Only a page makes numbers of them. */
function serializeUser({ _id: id, username }: Listed, idsByOwner: ReadonlyMap<number, string>): User {
  const ids = idsByOwner.get(id) ?? '';
  const user = {
    id,
    username,
    get snippets(): number[] {
      return JSON.parse(`[${ids}]`);
    },
  };
  return withJson(user, `{"id":${id},"username":${JSON.stringify(username)},"snippets":[${ids}]}`);
}

function usersAfter(store: Store, id: number, limit: number): Promise<Listed[]> {
  return store.readMany(store.users, { _id: { $gt: id } }, { projection: NAME, sort: { _id: 1 }, limit });
}

/** Users that are not sent yet. Their ids are read when their turn comes. */
interface Place {
  readonly users: readonly Listed[];
  /** Fewer than asked for were the last ones. */
  readonly isLast: boolean;
}

async function readUsers(context: HandlerContext, signal: AbortSignal): Promise<Batches<User, Place>> {
  const { store } = context;
  return {
    first: { items: [], next: await placeAfter(store, 0) },
    async read({ users, isLast }) {
      signal.throwIfAborted();
      const ids = users.map(({ _id }) => _id);
      const idsByOwner = await store.idsByOwner(ids, viewerOf(context), signal);
      const rest = users.slice(idsByOwner.size);
      const following = rest.length > 0 ? { users: rest, isLast } : undefined;
      return {
        items: users.slice(0, idsByOwner.size).map((user) => serializeUser(user, idsByOwner)),
        next: following ?? (isLast ? undefined : await placeAfter(store, ids.at(-1) ?? 0)),
      };
    },
  };
}

async function placeAfter(store: Store, id: number): Promise<Place | undefined> {
  const users = await usersAfter(store, id, BATCH);
  return users.length === 0 ? undefined : { users, isLast: users.length < BATCH };
}
