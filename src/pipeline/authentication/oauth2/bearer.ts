/** `Authorization: Bearer <access token>` (RFC 6750, 2.1); never from a form or query, which logs may store. */

import type { Settings } from '../../../config/index.js';
import { AuthenticationFailed, UserInactive } from '../../../errors/index.js';
import type { AuthenticationScheme, Identity } from '../../../extension.js';
import type { Store } from '../../../store/store.js';
import { parseAuthorization } from '../parse-authorization.js';
import { findAccessToken, readScopes } from './tokens.js';

/** The auth value: the token's record without its hash. */
export interface AccessTokenRecord {
  readonly userId: number;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
}

export function bearer(
  store: Pick<Store, 'oauth2AccessTokens' | 'oauth2RefreshTokens' | 'users'>,
  { oauth2AccessTokenSeconds }: Pick<Settings, 'oauth2AccessTokenSeconds'>,
): AuthenticationScheme {
  return {
    name: 'oauth2',
    challenge: () => 'Bearer realm="api"',
    authenticate(request) {
      const token = parseAuthorization(request, 'Bearer', { name: 'bearer', what: 'Token string' });
      return token === undefined ? undefined : identify(token);
    },
  };

  async function identify(token: string): Promise<Identity> {
    const row = await findAccessToken(store, token, oauth2AccessTokenSeconds);
    if (!row) throw new AuthenticationFailed({ detail: 'Invalid token.' });
    const user = await store.users.findOne({ _id: row.userId });
    if (!user?.active) throw new UserInactive();
    const { userId, clientId, expiresAt } = row;
    const scopes = readScopes(row.scope);
    const auth: AccessTokenRecord = { userId, clientId, scopes, expiresAt };
    return { user: { id: user._id, username: user.username }, auth, scopes, logins: user.logins };
  }
}
