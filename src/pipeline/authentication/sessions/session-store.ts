/** Keeps sessions in their collection for koa-session: the id is hashed, so that a stolen dump opens no session. */
import { hashKey } from '../../../store/hash-key.js';
import type { SessionRecord } from '../../../store/records.js';
import type { Store } from '../../../store/store.js';
import { newestFirst, stillHolds } from '../../../store/stored-time.js';
import { SESSION_AGE_MS } from './session.js';

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
      return found && stillHolds(found.expiresAt, SESSION_AGE_MS) ? found.data : undefined;
    },
    async set(id, data, maxAge, { changed }) {
      const userId = typeof data.userId === 'number' ? data.userId : null;
      // koa-session's data: what src/pipeline/authentication/sessions/session.ts put there, and its own numbers.
      const stored = data as SessionRecord['data'];
      // koa-session adds ten seconds for stores whose clock differs; ours compares by the clock of the process.
      const expiresAt = new Date(Date.now() + Math.min(maxAge, SESSION_AGE_MS));
      await sessions.updateOne(
        { _id: hashKey(id) },
        { $set: { userId, data: stored, expiresAt } },
        // What ended in between is not brought back: koa-session stores a new session at once and with the response.
        { upsert: !changed },
      );
      if (!changed && userId !== null) await endOldest(sessions, userId);
    },
    async destroy(id) {
      await sessions.deleteOne({ _id: hashKey(id) });
    },
  };
}

/** Sessions of one user: more than anybody has browsers. A login beyond them ends the oldest. */
const MOST_SESSIONS = 50;

async function endOldest(sessions: Store['sessions'], userId: number): Promise<void> {
  const all = await sessions.find({ userId }, { projection: { expiresAt: 1 } }).toArray();
  if (all.length <= MOST_SESSIONS) return;
  const ids = newestFirst(all, SESSION_AGE_MS)
    .slice(MOST_SESSIONS)
    .map(({ _id }) => _id);
  await sessions.deleteMany({ _id: { $in: ids } });
}
