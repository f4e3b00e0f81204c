/** Keeps sessions in their collection for koa-session: the id is hashed, so that a stolen dump opens no session. */
import { hashKey } from '../../../store/hash-key.js';
import type { SessionRecord } from '../../../store/records.js';
import type { Store } from '../../../store/store.js';

/** What koa-session asks of a store; the data is what it was given, with its own expiry in it. */
export interface SessionStore {
  get(id: string): Promise<Record<string, unknown> | undefined>;
  /** @param options `changed`: this session has been stored before, and is stored again */
  set(
    id: string,
    data: Record<string, unknown>,
    maxAge: number,
    options: { changed: boolean },
  ): Promise<void>;
  destroy(id: string): Promise<void>;
}

export function makeSessionStore({ sessions }: Pick<Store, 'sessions'>): SessionStore {
  return {
    async get(id) {
      const found = await sessions.findOne({ _id: hashKey(id) });
      // The sweep of expired sessions lags (MongoDB: a minute).
      return found && found.expiresAt > new Date() ? found.data : undefined;
    },
    async set(id, data, maxAge, { changed }) {
      const userId = typeof data.userId === 'number' ? data.userId : null;
      // koa-session's data: what src/pipeline/authentication/sessions/session.ts put there, and its own numbers.
      const stored = data as SessionRecord['data'];
      const expiresAt = new Date(Date.now() + maxAge);
      await sessions.updateOne(
        { _id: hashKey(id) },
        { $set: { userId, data: stored, expiresAt } },
        // What ended in between is not brought back: koa-session stores a new session twice, at once and with the response.
        { upsert: !changed },
      );
    },
    async destroy(id) {
      await sessions.deleteOne({ _id: hashKey(id) });
    },
  };
}
