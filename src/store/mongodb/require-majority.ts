/** Asks the primary whether it still has a majority behind it, without writing anything. */
import { type Db, MongoServerError } from 'mongodb';
import { isStoreUnavailable } from '../store-unavailable.js';

const PATIENCE_MS = 1_500;

/**
 * A linearizable read is answered only after a majority has confirmed the primary. A ping is answered by a primary that
 * has lost the others for ten seconds more.
 */
export async function requireMajority(db: Db): Promise<void> {
  try {
    await db
      .collection<{ _id: string }>('meta')
      .findOne({ _id: 'schema' }, { readConcern: { level: 'linearizable' }, maxTimeMS: PATIENCE_MS });
  } catch (error) {
    // A single server without a replica set has no such read, and no majority to lose.
    const isRefused = error instanceof MongoServerError && !isStoreUnavailable(error);
    if (!isRefused) throw error;
  }
}
