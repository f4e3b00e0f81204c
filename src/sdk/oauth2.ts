// OAuth 2.0: gets an access token with the password grant, renews it, and does both once for concurrent calls.
import { createAccessToken } from '#generated/sdk/operations.gen.js';
import type { AccessToken } from '#generated/sdk/types.gen.js';
import type { Transport } from './call-types.js';
import type { Authenticator } from './credentials.js';
import { BadRequestError, SnippetStoreError } from './errors.js';
import { authorize } from './platform.js';
import { notify } from './trace.js';

/** With a name and a password, or with a refresh token of an earlier grant, or with all of them. */
export interface OAuth2Options {
  clientId: string;
  clientSecret?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  refreshToken?: string | undefined;
  /** `read`, `write` or both, which is the default. */
  scope?: string | undefined;
  /** Told of new tokens before they are used, to keep the refresh token: each one is good once. It may be async. */
  onTokens?: ((tokens: AccessToken) => unknown) | undefined;
}

/** A token counts as expired this many seconds before its end, because a request takes time on its way. */
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
    // A token with a short life is used for half of it.
    const seconds = Math.max(tokens.expires_in - MARGIN, tokens.expires_in / 2);
    current = { authorization, expiresAt: Date.now() + seconds * 1000 };
    refreshToken = tokens.refresh_token;
    await notify('onTokens', onTokens, tokens);
    return authorization;
  }

  async function grant(transport: Transport): Promise<AccessToken> {
    if (refreshToken !== undefined) {
      try {
        const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken, ...client } as const;
        return await transport.call(createAccessToken, refresh);
      } catch (error) {
        // After a lost answer the token may have been used, and a second use revokes all tokens of the grant. A token
        // that is refused is given up only when the password can get another.
        const isLost = error instanceof SnippetStoreError && error.mayBeDone;
        const isUsedUp = error instanceof BadRequestError;
        if (!isLost && !(isUsedUp && hasPassword)) throw error;
        refreshToken = undefined;
      }
    }
    if (hasPassword)
      return transport.call(createAccessToken, { grant_type: 'password', username, password, ...client });
    throw new Error('The answer to a refresh was lost, and the refresh token is good once: log in again.');
  }

  return {
    async authenticate(request, { operation, transport }) {
      if (!operation.schemes?.includes('oauth2')) return request;
      return authorize(request, await authorization(transport));
    },
    renew(request, { operation }) {
      if (!operation.schemes?.includes('oauth2')) return false;
      // Another call may have renewed it meanwhile: what it got is tried first.
      if (current?.authorization === request.headers.get('authorization')) current = undefined;
      return true;
    },
  };
}
