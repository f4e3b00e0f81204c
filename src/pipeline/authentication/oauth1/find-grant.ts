/** Finds what a consumer key and a token stand for, with the secrets that their holder signs with. */
import type { OAuth1TokenRecord } from '../../../store/records.js';
import type { Store } from '../../../store/store.js';
import { deriveTokenSecret } from './issue-credentials.js';
import type { Secrets } from './signature.js';

export interface Grant extends Secrets {
  readonly token: OAuth1TokenRecord;
}

type Collections = Pick<Store, 'oauth1Consumers' | 'oauth1Tokens'>;

/** The result's `findGrant(consumerKey, token)` gives undefined for unknown ones, and for another consumer's token. */
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
