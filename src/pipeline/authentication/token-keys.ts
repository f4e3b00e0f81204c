/** A user's token: derived from the secret key and the token's record, so that it can be shown again, not stored. */
import { createHmac, randomBytes } from 'node:crypto';
import { isDuplicateKey } from '../../store/duplicate-key.js';
import { hashKey } from '../../store/hash-key.js';
import { nextId, type Store } from '../../store/index.js';
import { fingerprintOf } from '../../store/secret-fingerprint.js';

type Tokens = Pick<Store, 'tokens' | 'counters'>;

/** 40 hexadecimal digits. */
function deriveKey(secretKey: string, salt: string): string {
  return createHmac('sha256', secretKey).update(`token:${salt}`).digest('hex').slice(0, 40);
}

/** @returns the user's key: the same one each time; a new one where there is none, or the secret key has changed */
export async function issueToken(store: Tokens, secretKey: string, userId: number): Promise<string> {
  const fingerprint = fingerprintOf(secretKey);
  const existing = await store.tokens.findOne({ userId });
  if (existing?.fingerprint === fingerprint) return deriveKey(secretKey, existing.salt);
  if (existing) await store.tokens.deleteOne({ _id: existing._id });

  const salt = randomBytes(16).toString('hex');
  const key = deriveKey(secretKey, salt);
  const row = {
    ...(await nextId(store, 'tokens')),
    userId,
    salt,
    fingerprint,
    hash: hashKey(key),
  };
  try {
    await store.tokens.insertOne(row);
    return key;
  } catch (error) {
    // Another request was first: its token is the user's.
    if (isDuplicateKey(error)) return issueToken(store, secretKey, userId);
    throw error;
  }
}

/** @returns whether there was a token */
export async function revokeToken(store: Pick<Store, 'tokens'>, userId: number): Promise<boolean> {
  const { deletedCount } = await store.tokens.deleteMany({ userId });
  return deletedCount > 0;
}
