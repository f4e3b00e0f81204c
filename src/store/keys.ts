/** What the store holds of keys: hashes, and the fingerprint of the SECRET_KEY that it belongs to. */
import { createHmac, hash } from 'node:crypto';
import { command } from '../errors/operator-error.js';
import type { Collections } from './definitions.js';
import { insertOnce, StoreRefused } from './errors.js';

/**
 * What the store holds in place of a key: a copy of the store then opens nothing.
 *
 * @param key long and random, or no secret: one pass of SHA-256 is no hash for passwords
 */
export const hashKey = (key: string): string => hash('sha256', key);

type Meta = Collections['meta'];

const ID = 'secret-key';

/** Shows whether two keys are the same, and does not reveal the key. */
export function fingerprintOf(secretKey: string): string {
  return createHmac('sha256', secretKey).update('fingerprint').digest('hex').slice(0, 16);
}

/** @returns the fingerprint of the key that the store belongs to; undefined: it belongs to none yet */
export const keyOfStore = async (meta: Meta): Promise<unknown> => (await meta.findOne({ _id: ID }))?.value;

/**
 * Checks that the store belongs to a key. A store without one then belongs to the key of the first process that calls.
 *
 * @throws StoreRefused
 */
export async function claimSecretKey(meta: Meta, secretKey: string): Promise<void> {
  const value = fingerprintOf(secretKey);
  if ((await keyOfStore(meta)) === undefined) await insertOnce(meta, { _id: ID, value });
  // Another process may have been first.
  await refuseOtherSecretKey(meta, secretKey);
}

/**
 * For callers that only read: a store that belongs to no key yet keeps belonging to none.
 *
 * @throws StoreRefused
 */
export async function refuseOtherSecretKey(meta: Meta, secretKey: string): Promise<void> {
  const own = await keyOfStore(meta);
  if (own !== undefined && own !== fingerprintOf(secretKey))
    throw new StoreRefused(
      'SECRET_KEY is not the key that this store belongs to; `secret rotate` may have changed it. Set that one, and ' +
        `start again. To change the key on purpose: ${command} secret rotate, which revokes all tokens.`,
    );
}

/** From now on the store belongs to this key. */
export async function changeSecretKey(meta: Meta, secretKey: string): Promise<void> {
  await meta.updateOne({ _id: ID }, { $set: { value: fingerprintOf(secretKey) } }, { upsert: true });
}
