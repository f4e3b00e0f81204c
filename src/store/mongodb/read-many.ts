/** Reads many records in one round trip, and decodes them without the driver. */
import type { Document, Collection as DriverCollection, FindOptions } from 'mongodb';
import { yieldToEventLoop } from '../../scheduling/yield-to-event-loop.js';
import { decodeRecord } from './decode-record.js';
import { limitPlans } from './limit-plans.js';

/** The server ends a search that takes longer, with an error (503): less than the driver's wait for an answer. */
const LONGEST_SEARCH_MS = 4000;

/** See `Store`, which has the types. */
export async function readMany(collection: object, filter: object, options: object): Promise<never[]> {
  // The collections of this store are the driver's, and take the same options.
  const driver = collection as DriverCollection<Document>;
  const { limit, signal, ...others }: FindOptions & { signal?: AbortSignal } = options;
  signal?.throwIfAborted();
  const most = 'terms' in filter ? { maxTimeMS: LONGEST_SEARCH_MS } : {};
  // By default the first answer of the server has 101 records, and the rest needs another round trip.
  const sizes = limit === undefined ? {} : { limit, batchSize: limit };
  // Without the signal: the driver would close the connection of a query that is aborted.
  // With `raw` the driver returns bytes, which its types do not say.
  const found: unknown[] = await driver
    .find(limitPlans(filter), { ...others, ...sizes, ...most, raw: true })
    .toArray();
  await yieldToEventLoop();
  signal?.throwIfAborted();
  const names: string[] = [];
  return found.map((bytes) => decodeRecord(bytes as Buffer, names)) as never[];
}
