/** Accepts each nonce once per consumer, token and timestamp (RFC 5849, section 3.3). */
import { createHash } from 'node:crypto';
import { AuthenticationFailed } from '../../../errors/index.js';
import { isDuplicateKey } from '../../../store/duplicate-key.js';
import type { Store } from '../../../store/store.js';
import type { ProtocolParameters } from './read-protocol-parameters.js';
import { WINDOW } from './verify-request.js';

/**
 * Call it for verified requests only, so that nobody else can use up a client's nonce or fill the store.
 * The unique `_id` lets only one of several simultaneous requests pass, across all processes.
 *
 * @throws AuthenticationFailed if the nonce was used before
 */
export async function spendNonce(
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
    await store.oauth1Nonces.insertOne({
      _id: createHash('sha256').update(identity).digest('base64url'),
      expiresAt,
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AuthenticationFailed({ detail: 'OAuth nonce has been used already.' });
  }
}
