/** The token endpoint of RFC 6749, independent of the pipeline. */
import OAuth2Server from '@node-oauth/oauth2-server';
import type { AccessToken, AccessTokenRequest } from '#generated/sdk/types.gen.js';
import type { Settings } from '../../../config/index.js';
import { InvalidClient, OAuth2Error, type OAuth2ErrorCode } from '../../../errors/index.js';
import type { AuthenticationRequest } from '../../../extension.js';
import type { Store } from '../../../store/store.js';
import type { CheckCredentials } from '../passwords/check-credentials.js';
import { readClientCredentials } from './clients.js';
import { type CheckPassword, GRANTS, makeModel } from './model.js';
import { writeScopes } from './tokens.js';

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
  const serverWith = (checkPassword: CheckPassword) => {
    const model = makeModel(store, checkPassword, settings);
    return new OAuth2Server({
      // Only `authenticate()` needs `getAccessToken`, which is missing here. We do not call `authenticate()`.
      model: model as typeof model & Pick<OAuth2Server.PasswordModel, 'getAccessToken'>,
      accessTokenLifetime: settings.oauth2AccessTokenSeconds,
      refreshTokenLifetime: settings.oauth2RefreshTokenSeconds,
    });
  };

  return async function grantAccessToken(asked, parameters) {
    if (parameters.grant_type === '')
      throw new OAuth2Error('invalid_request', 'Invalid request: grant_type is required');
    // Checked before the library, which knows more grant types and would answer `unauthorized_client`.
    if (!GRANTS.includes(parameters.grant_type))
      throw new OAuth2Error(
        'unsupported_grant_type',
        `Unsupported grant type: expected ${GRANTS.join(' or ')}`,
      );
    const request = tokenRequest(asked, parameters);
    // One model per request, because the library gives the model name and password but not the sender.
    const server = serverWith((username, password) => checkCredentials(username, password, asked.ip));
    try {
      const {
        accessToken,
        refreshToken = '',
        scope = [],
      } = await server.token(request, new OAuth2Server.Response());
      return {
        access_token: accessToken,
        token_type: 'Bearer',
        // Our own value: the library rounds down and leaves out zero.
        expires_in: settings.oauth2AccessTokenSeconds,
        scope: writeScopes(scope),
        refresh_token: refreshToken,
      };
    } catch (error) {
      throw translate(error);
    }
  };
}

/** Gives the library only what it needs, because it looks for credentials in everything it gets. */
function tokenRequest(asked: GrantRequest, parameters: AccessTokenRequest): OAuth2Server.Request {
  const { clientId, clientSecret } = readClientCredentials(asked, parameters);
  const { grant_type, username, password, refresh_token, scope } = parameters;
  return new OAuth2Server.Request({
    method: 'POST',
    query: {},
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    body: {
      grant_type,
      client_id: clientId,
      client_secret: clientSecret,
      // Percent-encoded for the library, because it refuses names and passwords with characters above U+FFFF.
      username: username && encodeURIComponent(username),
      password: password && encodeURIComponent(password),
      refresh_token,
      scope,
    },
  });
}

const CODES: readonly string[] = [
  'invalid_request',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
] satisfies OAuth2ErrorCode[];

/** The library wraps errors of the model (a database outage, Throttled) in its own server error. */
function translate(error: unknown): unknown {
  if (!(error instanceof OAuth2Server.OAuthError)) return error;
  if (error.name === 'invalid_client') return new InvalidClient(error.message);
  if (CODES.includes(error.name)) return new OAuth2Error(error.name as OAuth2ErrorCode, error.message);
  return 'inner' in error ? error.inner : error;
}
