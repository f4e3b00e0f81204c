/** Inserts of one turn, or that come while another is on its way, travel together: one round trip, one majority. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Document, type Collection as DriverCollection, MongoBulkWriteError } from 'mongodb';
import { DuplicateKey } from '../duplicate-key.js';

interface Pending {
  readonly record: Document;
  resolve(): void;
  reject(error: unknown): void;
}

const DUPLICATE_KEY = 11000;
/** Records of one insert. */
const MOST = 64;

/** By collection: the inserts that wait while one is on its way. */
const queues = new WeakMap<object, Pending[]>();

/** See `Store`, which has the types. */
export function insertTogether(collection: object, record: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const queue = queues.get(collection);
    if (queue) queue.push({ record, resolve, reject });
    // The collections of this store are the driver's.
    else void serve(collection as DriverCollection<Document>, [{ record, resolve, reject }]);
  });
}

/** Runs until no insert waits. */
async function serve(collection: DriverCollection<Document>, queue: Pending[]): Promise<void> {
  queues.set(collection, queue);
  // The first one waits for the others of its turn.
  await nextTurn();
  while (queue.length > 0) await insert(collection, queue.splice(0, MOST));
  queues.delete(collection);
}

/** Never rejects: each caller gets the result of its own record. */
async function insert(collection: DriverCollection<Document>, batch: readonly Pending[]): Promise<void> {
  const records = batch.map(({ record }) => record);
  try {
    // Unordered, so that MongoDB goes on after a record that it refuses.
    await collection.insertMany(records, { ordered: false });
    for (const { resolve } of batch) resolve();
  } catch (error) {
    const refused = refusedBy(error, collection.collectionName);
    for (const [i, { resolve, reject }] of batch.entries()) {
      if (refused === undefined) reject(error);
      else if (refused.has(i)) reject(refused.get(i));
      else resolve();
    }
  }
}

/** @returns errors by place in the batch; undefined when none of it is known to be stored by a majority */
function refusedBy(error: unknown, collection: string): Map<number, unknown> | undefined {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) return undefined;
  const refused = [error.writeErrors].flat();
  if (refused.length === 0) return undefined;
  return new Map(
    refused.map(({ index, code, errmsg }) => {
      const name = /index: (\S+)/.exec(errmsg ?? '')?.[1] ?? '';
      return [index, code === DUPLICATE_KEY ? new DuplicateKey(collection, name, { cause: error }) : error];
    }),
  );
}
