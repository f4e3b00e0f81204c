/** Creates and deletes the credentials of OAuth 1.0a clients: consumers, and tokens that let them act for a user. */
import { createHmac, randomBytes } from 'node:crypto';
import { nextId, type Store } from '../../../store/index.js';
import type { OAuth1ConsumerRecord } from '../../../store/records.js';
import { makeKey, pickKey } from '../make-key.js';

/** The credentials that a client signs with on behalf of a user. */
export interface OAuth1Credentials {
  readonly token: string;
  /** Returned once and never shown again. */
  readonly tokenSecret: string;
}

const makeIdentifier = () => makeKey(15);

/** The secret is stored readable, because verifying an HMAC needs its key and not a hash of it. */
export async function issueConsumer(
  store: Pick<Store, 'oauth1Consumers' | 'counters'>,
  name: string,
): Promise<OAuth1ConsumerRecord> {
  const consumer = {
    ...(await nextId(store, 'oauth1Consumers')),
    name,
    key: makeIdentifier(),
    secret: makeKey(32),
  };
  await store.oauth1Consumers.insertOne(consumer);
  return consumer;
}

/** @param secretKey the token's secret is derived from it. With another key the token is invalid */
export async function issueOAuth1Token(
  store: Pick<Store, 'oauth1Tokens' | 'counters'>,
  secretKey: string,
  { consumerId, userId }: { consumerId: number; userId: number },
): Promise<OAuth1Credentials> {
  let salt = '';
  const tokenSecret = pickKey(() => {
    salt = randomBytes(16).toString('hex');
    return deriveTokenSecret(secretKey, salt);
  });
  const key = makeIdentifier();
  const next = await nextId(store, 'oauth1Tokens');
  await store.oauth1Tokens.insertOne({ ...next, key, salt, consumerId, userId });
  return { token: key, tokenSecret };
}

/** A copy of the store contains no token secret, so nobody can sign with it. */
export function deriveTokenSecret(secretKey: string, salt: string): string {
  return createHmac('sha256', secretKey).update(`oauth1 token:${salt}`).digest('base64url');
}

/** Deletes its tokens too. @returns whether the consumer existed */
export async function deleteConsumer(
  store: Pick<Store, 'oauth1Consumers' | 'oauth1Tokens'>,
  key: string,
): Promise<boolean> {
  const consumer = await store.oauth1Consumers.findOne({ key });
  if (!consumer) return false;
  // Deletes the consumer first: without it no token is valid, even if this is interrupted.
  await store.oauth1Consumers.deleteOne({ _id: consumer._id });
  await store.oauth1Tokens.deleteMany({ consumerId: consumer._id });
  return true;
}

/** Deletes every token that acts for a user. @returns their number */
export async function deleteTokensOf(store: Pick<Store, 'oauth1Tokens'>, userId: number): Promise<number> {
  const { deletedCount } = await store.oauth1Tokens.deleteMany({ userId });
  return deletedCount;
}
