/** Inserts of one turn, or that come while another is on its way, travel together: one round trip, one majority. */
import { type Document, type Collection as DriverCollection, MongoBulkWriteError } from 'mongodb';
import { makeBatcher, type Outcome } from '../../scheduling/make-batcher.js';
import { DuplicateKey } from '../duplicate-key.js';

const DUPLICATE_KEY = 11000;
/** Records of one insert. */
const MOST = 64;

const inserters = new WeakMap<object, (record: Document) => Promise<void>>();

/** See `Store`, which has the types. */
export function insertTogether(collection: object, record: object): Promise<void> {
  let insert = inserters.get(collection);
  if (insert === undefined) {
    // The collections of this store are the driver's.
    const driver = collection as DriverCollection<Document>;
    insert = makeBatcher<Document, void>({ most: MOST, run: (records) => insertMany(driver, records) });
    inserters.set(collection, insert);
  }
  return insert(record);
}

async function insertMany(
  collection: DriverCollection<Document>,
  records: readonly Document[],
): Promise<Outcome<void>[]> {
  try {
    // Unordered, so that MongoDB goes on after a record that it refuses.
    await collection.insertMany([...records], { ordered: false });
    return records.map(() => ({ value: undefined }));
  } catch (error) {
    const refused = refusedBy(error, collection.collectionName);
    if (refused === undefined) throw error;
    return records.map((_record, i) => refused.get(i) ?? { value: undefined });
  }
}

/** @returns errors by place in the batch; undefined when none of it is known to be stored by a majority */
function refusedBy(error: unknown, collection: string): Map<number, Outcome<never>> | undefined {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) return undefined;
  const refused = [error.writeErrors].flat();
  if (refused.length === 0) return undefined;
  return new Map(
    refused.map(({ index, code, errmsg }) => {
      const name = /index: (\S+)/.exec(errmsg ?? '')?.[1] ?? '';
      const cause = code === DUPLICATE_KEY ? new DuplicateKey(collection, name, { cause: error }) : error;
      return [index, { error: cause }];
    }),
  );
}
