/** Who looks at a page that came without authentication (stage 3), as errors and the explorer do: by the session alone, refusing nobody. */
import type { ApiRequest } from '../../api-request.js';
import type { User } from '../../authentication/scheme.js';
import type { Store } from '../../collections/store.js';
import type { SessionStore } from '../../sessions/session-store.js';
import { SESSION_COOKIE } from '../../sessions/use-sessions.js';

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
