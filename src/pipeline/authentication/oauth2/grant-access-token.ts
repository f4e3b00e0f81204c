/** The token endpoint of OAuth 2.0: tokens for a password (RFC 6749, 4.3) or for a refresh token (6). */
import { randomBytes } from 'node:crypto';
import type { AccessToken, AccessTokenRequest } from '#generated/sdk/types.gen.js';
import type { Settings } from '../../../config/index.js';
import { InvalidClient, OAuth2Error } from '../../../errors/index.js';
import type { AuthenticationRequest } from '../../../extension.js';
import type { Store } from '../../../store/store.js';
import type { CheckCredentials } from '../passwords/check-credentials.js';
import { findClient, readClientCredentials } from './clients.js';
import {
  findRefreshToken,
  issueTokens,
  type Login,
  readScopes,
  revokeTokens,
  SCOPES,
  selectScopes,
  writeScopes,
} from './tokens.js';

const GRANTS = ['password', 'refresh_token'];

type GrantRequest = Pick<AuthenticationRequest, 'headers' | 'confidential' | 'ip'>;

/** @throws OAuth2Error if the request is refused */
export type GrantAccessToken = (
  request: GrantRequest,
  parameters: AccessTokenRequest,
) => Promise<AccessToken>;

export function makeGrantAccessToken(
  store: Store,
  checkCredentials: CheckCredentials,
  settings: Pick<Settings, 'oauth2AccessTokenSeconds' | 'oauth2RefreshTokenSeconds'>,
): GrantAccessToken {
  return async function grantAccessToken(request, parameters) {
    const { grant_type: grant } = parameters;
    if (grant === '') throw new OAuth2Error('invalid_request', 'Invalid request: grant_type is required');
    if (!GRANTS.includes(grant))
      throw new OAuth2Error(
        'unsupported_grant_type',
        `Unsupported grant type: expected ${GRANTS.join(' or ')}`,
      );
    const client = await findClient(store, readClientCredentials(request, parameters));
    if (!client) throw new InvalidClient('Invalid client: client is invalid');
    const { clientId } = client;
    const login =
      grant === 'password'
        ? await logIn(parameters, request.ip)
        : await readRefreshToken(parameters, clientId);
    // Before the refresh token is spent: asking for too much does not cost it.
    const scopes = selectScopes(parameters.scope, login.scopes);
    if (!scopes) throw new OAuth2Error('invalid_scope', 'Invalid scope: Requested scope is invalid');
    const tokens = await issueTokens(store, login, { clientId, scopes, settings });
    if (!tokens) throw new OAuth2Error('invalid_grant', 'Invalid grant: it has been used or revoked');
    return {
      access_token: tokens.accessToken,
      token_type: 'Bearer',
      expires_in: settings.oauth2AccessTokenSeconds,
      scope: writeScopes(scopes),
      refresh_token: tokens.refreshToken,
    };
  };

  async function logIn(parameters: AccessTokenRequest, ip: string): Promise<Login> {
    const username = need('username', parameters);
    const password = need('password', parameters);
    const logInAgain = () => checkCredentials(username, password, ip);
    const user = await logInAgain();
    if (!user) throw new OAuth2Error('invalid_grant', 'Invalid grant: user credentials are invalid');
    const familyId = randomBytes(16).toString('hex');
    return { user, scopes: SCOPES, familyId, spends: undefined, logInAgain };
  }

  async function readRefreshToken(parameters: AccessTokenRequest, clientId: string): Promise<Login> {
    const token = need('refresh_token', parameters);
    const row = await findRefreshToken(store, token, settings.oauth2RefreshTokenSeconds);
    // RFC 9700, 4.14.2: a second use of a refresh token means that it may have been stolen.
    if (row?.spent) await revokeTokens(store, { familyId: row.familyId });
    const user = row && !row.spent ? await store.users.findOne({ _id: row.userId }) : null;
    if (!row || !user?.active)
      throw new OAuth2Error('invalid_grant', 'Invalid grant: refresh token is invalid');
    if (row.clientId !== clientId)
      throw new OAuth2Error('invalid_grant', 'Invalid grant: refresh token was issued to another client');
    const { familyId, _id: spends } = row;
    // A new password deletes the refresh token itself.
    return { user, scopes: readScopes(row.scope), familyId, spends, logInAgain: async () => user };
  }
}

function need(name: 'username' | 'password' | 'refresh_token', parameters: AccessTokenRequest): string {
  const value = parameters[name];
  if (value === undefined) throw new OAuth2Error('invalid_request', `Missing parameter: \`${name}\``);
  return value;
}
