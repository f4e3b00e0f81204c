/** Who looks at a page that came without authentication (stage 3), as errors and the explorer do: by the session alone, refusing nobody. */

import type { User } from '../../extension/scheme.js';
import type { ApiRequest } from '../../pipeline/api-request.js';
import { SESSION_COOKIE } from '../../pipeline/authentication/sessions/session-cookie.js';
import type { SessionStore } from '../../pipeline/authentication/sessions/session-store.js';
import type { Store } from '../../store/store.js';

/** @returns null for nobody; undefined when the store does not answer, which takes nothing from the page but the name */
export type RecogniseVisitor = (request: ApiRequest) => Promise<User | null | undefined>;

export function makeRecogniseVisitor(
  { users }: Pick<Store, 'users'>,
  sessions: Pick<SessionStore, 'get'>,
): RecogniseVisitor {
  return async function recogniseVisitor(request) {
    const cookie = request.cookie(SESSION_COOKIE);
    if (!cookie) return null;
    try {
      const userId = (await sessions.get(cookie))?.userId;
      const user = typeof userId === 'number' ? await users.findOne({ _id: userId }) : null;
      return user?.active ? { id: user._id, username: user.username } : null;
    } catch {
      return undefined;
    }
  };
}
