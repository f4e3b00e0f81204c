/** What @node-oauth/oauth2-server asks: clients, users and tokens of the collections. */
import { randomBytes } from 'node:crypto';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { UserRecord } from '../../../store/records.js';
import type { Store } from '../../../store/store.js';
import { findClient } from './clients.js';
import { issueTokens, type Login } from './issue-tokens.js';
import { readScopes, selectScopes } from './scopes.js';
import { findRefreshToken, revokeTokens } from './tokens.js';

export const GRANTS: readonly string[] = ['password', 'refresh_token'];

/** Answers the user whose password this is, when it is right and the user active. */
export type CheckPassword = (username: string, password: string) => Promise<UserRecord | undefined>;

type Model = OAuth2Server.PasswordModel & OAuth2Server.RefreshTokenModel;

/** Access tokens are verified by our own scheme (bearer.ts), so there is no `getAccessToken`. */
export function makeModel(store: Store, checkPassword: CheckPassword): Omit<Model, 'getAccessToken'> {
  return {
    async getClient(clientId: unknown, clientSecret: unknown) {
      const credentials = { clientId: text(clientId), clientSecret: text(clientSecret) };
      const client = await findClient(store, credentials);
      return client && { id: client.clientId, grants: [...GRANTS] };
    },

    async getUser(username: unknown, password: unknown) {
      const [name, secret] = [decodeURIComponent(text(username)), decodeURIComponent(text(password))];
      const user = await checkPassword(name, secret);
      return (
        user &&
        ({
          user,
          familyId: randomBytes(16).toString('hex'),
          spends: undefined,
          logInAgain: () => checkPassword(name, secret),
        } satisfies Login)
      );
    },

    async validateScope(_user, _client, scope) {
      return selectScopes(scope);
    },

    async getRefreshToken(refreshToken: unknown) {
      const row = await findRefreshToken(store, text(refreshToken));
      if (!row) return undefined;
      if (row.spent) {
        await revokeTokens(store, { familyId: row.familyId });
        return undefined;
      }
      const user = await store.users.findOne({ _id: row.userId });
      if (!user?.active) return undefined;
      return {
        refreshToken: text(refreshToken),
        client: { id: row.clientId, grants: [...GRANTS] },
        scope: readScopes(row.scope),
        user: {
          user,
          familyId: row.familyId,
          spends: row._id,
          // A new password ends the refresh token itself.
          logInAgain: async () => user,
        } satisfies Login,
      };
    },

    /** Spent in saveToken: the library checks the scope in between, and a refused one must not cost the token. */
    async revokeToken() {
      return true;
    },

    async saveToken(token, client, user) {
      const { accessToken, accessTokenExpiresAt, refreshToken, refreshTokenExpiresAt } = token;
      const scope = selectScopes(token.scope);
      if (!accessTokenExpiresAt || !refreshToken || !refreshTokenExpiresAt || !scope)
        throw new Error('the library made an incomplete token');
      const tokens = { accessToken, accessTokenExpiresAt, refreshToken, refreshTokenExpiresAt, scope };
      // The library hands on, untouched, what getUser or getRefreshToken gave it.
      if (!(await issueTokens(store, user as Login, client.id, tokens)))
        throw new OAuth2Server.InvalidGrantError('Invalid grant: it has been used or revoked');
      return { ...tokens, client, user };
    },
  };
}

/** The library passes on whatever a body holds; an object would be an operator in a filter. */
function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new OAuth2Server.InvalidRequestError('Invalid request: a parameter is not a string');
}
