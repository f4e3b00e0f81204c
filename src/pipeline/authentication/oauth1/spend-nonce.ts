/** Accepts each nonce once per consumer, token and timestamp (RFC 5849, section 3.3). */
import { createHash } from 'node:crypto';
import { AuthenticationFailed } from '../../../errors/index.js';
import { isDuplicateKey } from '../../../store/duplicate-key.js';
import type { Store } from '../../../store/store.js';
import type { ProtocolParameters } from './read-protocol-parameters.js';
import { WINDOW } from './verify-request.js';

/**
 * For verified requests only: whoever cannot sign must not be able to spend another's nonce, nor to fill the store.
 * The unique `_id` decides between requests that arrive at once, on all processes.
 *
 * @throws AuthenticationFailed when it was used before
 */
export async function spendNonce(
  store: Pick<Store, 'oauth1Nonces'>,
  { consumerKey, token, use }: ProtocolParameters,
): Promise<void> {
  if (!use) return;
  const { timestamp, nonce } = use;
  // JSON keeps the parts apart: ("a", "bc") is not ("ab", "c").
  const identity = JSON.stringify([consumerKey, token, timestamp, nonce]);
  // Kept for longer than any process accepts the timestamp, whose clocks may differ.
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
