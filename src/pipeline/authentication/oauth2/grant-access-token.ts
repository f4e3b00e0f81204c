/** The token endpoint of RFC 6749, as far as it knows nothing of HTTP's way through the service. */
import OAuth2Server from '@node-oauth/oauth2-server';
import type { AccessToken, AccessTokenRequest } from '#generated/sdk/types.gen.js';
import type { Settings } from '../../../config/index.js';
import { InvalidClient, OAuth2Error, type OAuth2ErrorCode } from '../../../errors/index.js';
import type { AuthenticationRequest } from '../../../extension/scheme.js';
import type { Store } from '../../../store/store.js';
import type { CheckCredentials } from '../passwords/check-credentials.js';
import { type CheckPassword, GRANTS, makeModel } from './model.js';
import { readClientCredentials } from './read-client-credentials.js';
import { writeScopes } from './scopes.js';

type GrantRequest = Pick<AuthenticationRequest, 'headers' | 'confidential' | 'ip'>;

/** @throws OAuth2Error when it is refused */
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
    const model = makeModel(store, checkPassword);
    return new OAuth2Server({
      // Only `authenticate()` asks for the missing `getAccessToken`, and it is not used.
      model: model as typeof model & Pick<OAuth2Server.PasswordModel, 'getAccessToken'>,
      accessTokenLifetime: settings.oauth2AccessTokenSeconds,
      refreshTokenLifetime: settings.oauth2RefreshTokenSeconds,
    });
  };

  return async function grantAccessToken(asked, parameters) {
    if (parameters.grant_type === '')
      throw new OAuth2Error('invalid_request', 'Invalid request: grant_type is required');
    // Before the library, which knows more grants than are granted here and calls those unauthorized.
    if (!GRANTS.includes(parameters.grant_type))
      throw new OAuth2Error(
        'unsupported_grant_type',
        `Unsupported grant type: expected ${GRANTS.join(' or ')}`,
      );
    const request = tokenRequest(asked, parameters);
    // One a request: the library tells the model the name and the password, and not who asks.
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
        // Not the library's: it rounds what is left down, and leaves zero out.
        expires_in: settings.oauth2AccessTokenSeconds,
        scope: writeScopes(scope),
        refresh_token: refreshToken,
      };
    } catch (error) {
      throw translate(error);
    }
  };
}

/** What the library needs to see, and no more: it looks for credentials in whatever it is given. */
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
      // Percent-encoded on their way, since it refuses names and passwords with characters beyond U+FFFF.
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

/** The library wraps what the model throws (a database that is away, a throttle) in its own server error. */
function translate(error: unknown): unknown {
  if (!(error instanceof OAuth2Server.OAuthError)) return error;
  if (error.name === 'invalid_client') return new InvalidClient(error.message);
  if (CODES.includes(error.name)) return new OAuth2Error(error.name as OAuth2ErrorCode, error.message);
  return 'inner' in error ? error.inner : error;
}
