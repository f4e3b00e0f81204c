/** The model of @node-oauth/oauth2-server: clients, users and tokens from the collections. */
import { randomBytes } from 'node:crypto';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { Settings } from '../../../config/index.js';
import type { UserRecord } from '../../../store/records.js';
import type { Store } from '../../../store/store.js';
import { findClient } from './clients.js';
import {
  findRefreshToken,
  issueTokens,
  type Login,
  readScopes,
  revokeTokens,
  selectScopes,
} from './tokens.js';

export const GRANTS: readonly string[] = ['password', 'refresh_token'];

/** Returns the user if the password is right and the user is active. */
export type CheckPassword = (username: string, password: string) => Promise<UserRecord | undefined>;

type Model = OAuth2Server.PasswordModel & OAuth2Server.RefreshTokenModel;

/** Our own scheme verifies access tokens (bearer.ts), so there is no `getAccessToken`. */
export function makeModel(
  store: Store,
  checkPassword: CheckPassword,
  { oauth2RefreshTokenSeconds }: Pick<Settings, 'oauth2RefreshTokenSeconds'>,
): Omit<Model, 'getAccessToken'> {
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
      const row = await findRefreshToken(store, text(refreshToken), oauth2RefreshTokenSeconds);
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
          // A new password deletes the refresh token itself.
          logInAgain: async () => user,
        } satisfies Login,
      };
    },

    /** Does nothing: saveToken uses up the token, after the library has checked the scope, so a refused scope does not. */
    async revokeToken() {
      return true;
    },

    async saveToken(token, client, user) {
      const { accessToken, accessTokenExpiresAt, refreshToken, refreshTokenExpiresAt } = token;
      const scope = selectScopes(token.scope);
      if (!accessTokenExpiresAt || !refreshToken || !refreshTokenExpiresAt || !scope)
        throw new Error('the library made an incomplete token');
      const tokens = { accessToken, accessTokenExpiresAt, refreshToken, refreshTokenExpiresAt, scope };
      // The library passes on unchanged what getUser or getRefreshToken returned.
      if (!(await issueTokens(store, user as Login, client.id, tokens)))
        throw new OAuth2Server.InvalidGrantError('Invalid grant: it has been used or revoked');
      return { ...tokens, client, user };
    },
  };
}

/** The library passes on any value from a body. An object would be an operator in a filter. */
function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new OAuth2Server.InvalidRequestError('Invalid request: a parameter is not a string');
}
