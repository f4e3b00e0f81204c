/** Two upserts of one document at once: MongoDB may let one fail, and the document is there. */
import { isDuplicateKey } from './duplicate-key.js';

/** Does it once more after a duplicate key error; by then it is an update. */
export async function retryUpsert<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (isDuplicateKey(error)) return upsert();
    throw error;
  }
}
