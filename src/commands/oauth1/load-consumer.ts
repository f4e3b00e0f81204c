/** Loads the OAuth 1.0a consumer that a command names by its key. */
import type { OAuth1ConsumerDocument } from '../../collections/documents.js';
import type { Store } from '../../collections/store.js';
import { OperatorError } from '../../operator-error.js';

/** @throws OperatorError when there is no such consumer */
export async function loadConsumer(store: Store, key: string): Promise<OAuth1ConsumerDocument> {
  const consumer = await store.oauth1Consumers.findOne({ key });
  if (consumer) return consumer;
  throw unknownConsumer(key);
}

export function unknownConsumer(key: string): OperatorError {
  return new OperatorError(`unknown consumer "${key}"`);
}
