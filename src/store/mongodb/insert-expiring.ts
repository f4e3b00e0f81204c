/** Inserts a record that MongoDB deletes later, by the clock of its server. */
import type { Collection as DriverCollection } from 'mongodb';
import type { Identified } from '../collection.js';

type Expiring = Identified & { readonly expiresAt: Date };

/** See `Store`, which has the types. */
export async function insertExpiring(collection: object, record: Expiring, leastMs: number): Promise<void> {
  // The collections of this store are the driver's.
  const driver = collection as DriverCollection<Expiring>;
  const expiresAt = { $max: [record.expiresAt, { $add: ['$$NOW', leastMs] }] };
  await driver.updateOne(
    // Matches no record, since each has an end: a second one with the `_id` is a duplicate key, as in an insert.
    { _id: record._id, expiresAt: { $exists: false } },
    [{ $replaceWith: { $mergeObjects: [{ $literal: record }, { expiresAt }] } }],
    { upsert: true },
  );
}
