/** Where requests are counted: in memory, or in the store when several processes share the counting. */
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible';
import type { Rate } from '../../extension/limit.js';
import type { ThrottleRecord } from '../../store/records.js';
import type { Store } from '../../store/store.js';

export type Limiter = RateLimiterAbstract;

export interface Counting {
  /** The collection that all processes count in; undefined: this process is the only one. */
  readonly shared: Store['throttles'] | undefined;
  /** Once a key is over its limit, do not ask the store again until the window ends. */
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
    // The store makes its indexes itself.
    disableIndexesCreation: true,
    ...(remembersRefusals ? { inMemoryBlockOnConsumed: limit + 1 } : {}),
  });
}

/** What the limiter sends (its 11.4): a filter on `key` and `expire`, and an update of the three fields. */
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
 * The limiter speaks MongoDB's language with a database; ours is one collection, of either store, whose `_id` is the
 * limiter's `key`: the document is made once however many ask at the same time, and counted up in one step.
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
