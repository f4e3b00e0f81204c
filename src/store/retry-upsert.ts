/** Retries an upsert: if two upserts create one record at once, MongoDB may let one of them fail. */
import { isDuplicateKey } from './duplicate-key.js';

/** Retries once after a duplicate key error. The record then exists, so the upsert becomes an update. */
export async function retryUpsert<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (isDuplicateKey(error)) return upsert();
    throw error;
  }
}
