/** Finds the user for a consumer key and a token, with the two secrets that sign. */
import type { OAuth1TokenRecord } from '../../../store/records.js';
import type { Store } from '../../../store/store.js';
import { deriveTokenSecret } from './issue-credentials.js';
import type { Secrets } from './signature.js';

export interface Grant extends Secrets {
  readonly token: OAuth1TokenRecord;
}

type Collections = Pick<Store, 'oauth1Consumers' | 'oauth1Tokens'>;

/** `findGrant(consumerKey, token)` returns undefined for unknown ones, and for another consumer's token. */
export function makeFindGrant(store: Collections, secretKey: string) {
  return async (consumerKey: string, tokenKey: string): Promise<Grant | undefined> => {
    const [consumer, token] = await Promise.all([
      store.oauth1Consumers.findOne({ key: consumerKey }),
      store.oauth1Tokens.findOne({ key: tokenKey }),
    ]);
    if (!consumer || !token || token.consumerId !== consumer._id) return undefined;
    return { token, consumerSecret: consumer.secret, tokenSecret: deriveTokenSecret(secretKey, token.salt) };
  };
}
