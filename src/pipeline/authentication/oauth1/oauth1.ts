/**
 * OAuth 1.0a (RFC 5849): a registered client signs requests on behalf of a user. This scheme only verifies signatures;
 * the command line creates consumers and tokens.
 */

import { AuthenticationFailed } from '../../../errors/index.js';
import type { AuthenticationScheme } from '../../../extension.js';
import { isDuplicateKey } from '../../../store/duplicate-key.js';
import { hashKey } from '../../../store/hash-key.js';
import type { OAuth1TokenRecord } from '../../../store/records.js';
import type { Store } from '../../../store/store.js';
import { deriveTokenSecret } from './credentials.js';
import type { ProtocolParameters } from './read-header.js';
import type { Secrets } from './signature.js';
import { verifyRequest, WINDOW } from './verify-request.js';

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
  return {
    name: 'oauth1',
    challenge: () => 'OAuth realm="api"',
    async authenticate(request) {
      const verified = await verifyRequest(request, { baseUrl, findKeys, now });
      if (!verified) return undefined;
      await spendNonce(store, verified.parameters);
      const { token } = verified.keys;
      const user = await store.users.findOne({ _id: token.userId });
      if (!user?.active) throw new AuthenticationFailed({ detail: 'User inactive or deleted.' });
      return { user: { id: user._id, username: user.username }, auth: token };
    },
  };

  /** @returns undefined for an unknown key or token, and for another consumer's token */
  async function findKeys(
    consumerKey: string,
    tokenKey: string,
  ): Promise<(Secrets & { readonly token: OAuth1TokenRecord }) | undefined> {
    const [consumer, token] = await Promise.all([
      store.oauth1Consumers.findOne({ key: consumerKey }),
      store.oauth1Tokens.findOne({ key: tokenKey }),
    ]);
    if (!consumer || !token || token.consumerId !== consumer._id) return undefined;
    return { token, consumerSecret: consumer.secret, tokenSecret: deriveTokenSecret(secretKey, token.salt) };
  }
}

/**
 * Accepts each nonce once per consumer, token and timestamp (RFC 5849, 3.3). Called for verified requests only, so that
 * nobody else can use up a client's nonce or fill the store. The unique `_id` lets only one of several simultaneous
 * requests pass, across all processes.
 *
 * @throws AuthenticationFailed if the nonce was used before
 */
async function spendNonce(
  store: Pick<Store, 'oauth1Nonces'>,
  { consumerKey, token, use }: ProtocolParameters,
): Promise<void> {
  if (!use) return;
  const { timestamp, nonce } = use;
  // JSON separates the parts: ("a", "bc") differs from ("ab", "c").
  const identity = JSON.stringify([consumerKey, token, timestamp, nonce]);
  // Kept longer than any process accepts the timestamp, because clocks differ.
  const expiresAt = new Date((timestamp + 2 * WINDOW) * 1000);
  try {
    await store.oauth1Nonces.insertOne({ _id: hashKey(identity), expiresAt });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AuthenticationFailed({ detail: 'OAuth nonce has been used already.' });
  }
}
