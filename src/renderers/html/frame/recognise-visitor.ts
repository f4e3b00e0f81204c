/** Finds the user of a page without authentication (an early error, the explorer) by the session alone. */

import type { User } from '../../../extension/scheme.js';
import type { Log } from '../../../observability/log.js';
import type { ApiRequest } from '../../../pipeline/api-request.js';
import { readSessionCookie } from '../../../pipeline/authentication/sessions/session-cookie.js';
import type { SessionStore } from '../../../pipeline/authentication/sessions/session-store.js';
import { withTimeout } from '../../../scheduling/with-timeout.js';
import type { Store } from '../../../store/store.js';

/** @returns null for an anonymous visitor; undefined if the store does not answer; the page then has no user name */
export type RecogniseVisitor = (request: ApiRequest) => Promise<User | null | undefined>;

/** A page without the user's name is better than none. */
const PATIENCE_MS = 1_000;

export function makeRecogniseVisitor(
  { users }: Pick<Store, 'users'>,
  sessions: Pick<SessionStore, 'get'>,
  log: Pick<Log, 'debug'>,
): RecogniseVisitor {
  return async function recogniseVisitor(request) {
    const cookie = readSessionCookie(request.ctx);
    if (!cookie) return null;
    // The page of a request that has waited for the store in vain does not wait once more.
    if (request.clock.isOver) return undefined;
    try {
      return await withTimeout(PATIENCE_MS, find(cookie), undefined);
    } catch (error) {
      log.debug({ err: error }, 'a page is made without its user');
      return undefined;
    }
  };

  async function find(cookie: string): Promise<User | null> {
    const userId = (await sessions.get(cookie))?.userId;
    const user = typeof userId === 'number' ? await users.findOne({ _id: userId }) : null;
    return user?.active ? { id: user._id, username: user.username } : null;
  }
}
