/** Loads the OAuth 1.0a consumer that a command names by its key. */

import { OperatorError } from '../../errors/operator-error.js';
import type { OAuth1ConsumerRecord } from '../../store/records.js';
import type { Store } from '../../store/store.js';

/** @throws OperatorError when there is no such consumer */
export async function loadConsumer(store: Store, key: string): Promise<OAuth1ConsumerRecord> {
  const consumer = await store.oauth1Consumers.findOne({ key });
  if (consumer) return consumer;
  throw unknownConsumer(key);
}

export function unknownConsumer(key: string): OperatorError {
  return new OperatorError(`unknown consumer "${key}"`);
}
