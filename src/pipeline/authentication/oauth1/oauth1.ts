/**
 * OAuth 1.0a (RFC 5849): a registered client signs requests on behalf of a user. This scheme only verifies signatures;
 * the command line creates consumers and tokens.
 */

import { AuthenticationFailed } from '../../../errors/index.js';
import type { AuthenticationScheme } from '../../../extension/scheme.js';
import type { Store } from '../../../store/store.js';
import { makeFindGrant } from './find-grant.js';
import { spendNonce } from './spend-nonce.js';
import { verifyRequest } from './verify-request.js';

export interface OAuth1Options {
  /** `Settings.baseUrl`: the start of the URL that clients sign. */
  readonly baseUrl: string;
  readonly secretKey: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Attempted only with `Authorization: OAuth ...`. Protocol parameters in query or form (3.5.2, 3.5.3) do not count. The
 * auth value is the token's record.
 */
export function oauth1(
  store: Pick<Store, 'users' | 'oauth1Consumers' | 'oauth1Tokens' | 'oauth1Nonces'>,
  { baseUrl, secretKey, now = Date.now }: OAuth1Options,
): AuthenticationScheme {
  const verification = { baseUrl, findGrant: makeFindGrant(store, secretKey), now };
  return {
    name: 'oauth1',
    challenge: () => 'OAuth realm="api"',
    async authenticate(request) {
      const verified = await verifyRequest(request, verification);
      if (!verified) return undefined;
      await spendNonce(store, verified.parameters);
      const { token } = verified.grant;
      const user = await store.users.findOne({ _id: token.userId });
      if (!user?.active) throw new AuthenticationFailed({ detail: 'User inactive or deleted.' });
      return { user: { id: user._id, username: user.username }, auth: token };
    },
  };
}
