/** Inserts a record, unless one with its `_id` or unique value exists: another process may have inserted it first. */
import { isDuplicateKey } from './duplicate-key.js';

/** @returns whether it was inserted */
export async function insertOnce<D>(
  collection: { insertOne(record: D): Promise<unknown> },
  record: D,
): Promise<boolean> {
  try {
    await collection.insertOne(record);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}
