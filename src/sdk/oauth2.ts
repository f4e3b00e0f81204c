// OAuth 2.0: gets an access token with the password grant, renews it, and does both once for concurrent calls.
import { createAccessToken } from '#generated/sdk/operations.gen.js';
import type { AccessToken } from '#generated/sdk/types.gen.js';
import type { Transport } from './call-types.js';
import type { Authenticator } from './credentials.js';
import { BadRequestError } from './errors.js';
import { withoutCookies } from './platform.js';

/** With a name and a password, or with a refresh token of an earlier grant, or with all of them. */
export interface OAuth2Options {
  clientId: string;
  clientSecret?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  refreshToken?: string | undefined;
  /** `read`, `write` or both, which is the default. */
  scope?: string | undefined;
  /** Told whenever there are new tokens, to keep the refresh token: each one is good once. */
  onTokens?: ((tokens: AccessToken) => void) | undefined;
}

/** Seconds before its end that a token counts as expired: a request takes time on its way. */
const MARGIN = 30;

/**
 * Access tokens of the service's own token endpoint. They are fetched with the first call, renewed before they expire and
 * after a 401, and shared by all calls of the client. Over HTTPS only.
 *
 * @throws TypeError when there is neither a refresh token nor a name with a password
 */
export function oauth2(options: OAuth2Options): Authenticator {
  const { clientId, clientSecret, username, password, scope, onTokens } = options;
  const hasPassword = username !== undefined && password !== undefined;
  if (!hasPassword && options.refreshToken === undefined)
    throw new TypeError('oauth2() needs a username and a password, or a refreshToken.');
  const client = { client_id: clientId, client_secret: clientSecret, scope };
  let refreshToken = options.refreshToken;
  let current: { authorization: string; expiresAt: number } | undefined;
  let pending: Promise<string> | undefined;

  /** Concurrent calls wait for the same answer; a failure is theirs too, and the next call tries again. */
  const authorization = (transport: Transport): string | Promise<string> => {
    if (current && Date.now() < current.expiresAt) return current.authorization;
    pending ??= obtain(transport).finally(() => {
      pending = undefined;
    });
    return pending;
  };

  async function obtain(transport: Transport): Promise<string> {
    const tokens = await grant(transport);
    const authorization = `Bearer ${tokens.access_token}`;
    // A token that lives shortly is used for half of its life.
    const seconds = Math.max(tokens.expires_in - MARGIN, tokens.expires_in / 2);
    current = { authorization, expiresAt: Date.now() + seconds * 1000 };
    refreshToken = tokens.refresh_token;
    onTokens?.(tokens);
    return authorization;
  }

  async function grant(transport: Transport): Promise<AccessToken> {
    const byPassword = () =>
      transport.call(createAccessToken, { grant_type: 'password', username, password, ...client });
    if (refreshToken === undefined) return byPassword();
    try {
      const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken, ...client } as const;
      return await transport.call(createAccessToken, refresh);
    } catch (error) {
      // Used up or revoked.
      if (!hasPassword || !(error instanceof BadRequestError)) throw error;
      refreshToken = undefined;
      return byPassword();
    }
  }

  return {
    async authenticate(request, { operation, transport }) {
      if (!operation.schemes?.includes('oauth2')) return request;
      const authenticated = new Request(request, withoutCookies);
      authenticated.headers.set('Authorization', await authorization(transport));
      return authenticated;
    },
    renew(request, { operation }) {
      if (!operation.schemes?.includes('oauth2')) return false;
      // Another call may have renewed it meanwhile: what it got is tried first.
      if (current?.authorization === request.headers.get('authorization')) current = undefined;
      return true;
    },
  };
}
