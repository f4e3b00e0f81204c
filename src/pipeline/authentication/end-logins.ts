/** Ends everything that was issued on a user's earlier logins. */
import type { Store } from '../../store/store.js';
import { deleteTokensOf } from './oauth1/credentials.js';
import { revokeTokens } from './oauth2/tokens.js';
import { revokeToken } from './token-keys.js';

/** Called after the password has changed, so that nothing issued on the old one comes after it. */
export async function endLogins(store: Store, userId: number): Promise<void> {
  await store.sessions.deleteMany({ userId });
  await revokeToken(store, userId);
  await revokeTokens(store, { userId });
  await deleteTokensOf(store, userId);
}
