/** Counts requests, in memory or, if several processes count together, in the store. */
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible';
import type { Rate } from '../../extension/limit.js';
import type { ThrottleRecord } from '../../store/records.js';
import type { Store } from '../../store/store.js';

export type Limiter = RateLimiterAbstract;

export interface Counting {
  /** The collection in which all processes count. Undefined: this process counts alone, in memory. */
  readonly shared: Store['throttles'] | undefined;
  /** If true, the store is not asked again for a key over its limit until the window ends. */
  readonly remembersRefusals: boolean;
}

export function makeLimiter(
  keyPrefix: string,
  { limit, seconds }: Rate,
  { shared, remembersRefusals }: Counting,
): Limiter {
  const options = { keyPrefix, points: limit, duration: seconds };
  if (!shared) return new RateLimiterMemory(options);
  return new RateLimiterMongo({
    ...options,
    storeClient: asDatabase(shared),
    // The store creates its own indexes.
    disableIndexesCreation: true,
    ...(remembersRefusals ? { inMemoryBlockOnConsumed: limit + 1 } : {}),
  });
}

/** The calls of the limiter (its version 11.4): a filter on `key` and `expire`, and an update of the three fields. */
interface Where {
  readonly key: string;
  readonly $or?: { expire: { $gt?: Date; $lte?: Date; $eq?: null } }[];
}
type Counted = Partial<Omit<ThrottleRecord, '_id'>> & { key?: string };
interface Change {
  readonly $set?: Counted;
  readonly $setOnInsert?: Counted;
  readonly $inc?: { points: number };
}

/**
 * The limiter expects a MongoDB database. This adapter gives it one collection of either store, whose `_id` is the
 * limiter's `key`: simultaneous requests create one record, and each increments it atomically.
 */
function asDatabase(throttles: Store['throttles']): object {
  const collection = {
    findOne: (where: Where) => throttles.findOne(filterOf(where)),
    deleteOne: (where: Where) => throttles.deleteOne(filterOf(where)),
    findOneAndUpdate: (where: Where, change: Change, options: { upsert: true; returnDocument: 'after' }) =>
      throttles.findOneAndUpdate(filterOf(where), updateOf(change), options),
  };
  return { collection: () => collection };
}

function filterOf({ key, ...conditions }: Where) {
  return { _id: key, ...conditions };
}

function updateOf({ $set, $setOnInsert, $inc }: Change) {
  return {
    ...($set && { $set: withoutKey($set) }),
    ...($setOnInsert && { $setOnInsert: withoutKey($setOnInsert) }),
    ...($inc && { $inc }),
  };
}

function withoutKey({ key: _, ...fields }: Counted): Omit<Counted, 'key'> {
  return fields;
}
