/**
 * Writes of one turn, or that come while others are on their way, travel together: one step of the counter, one bulk
 * write, one majority. Sent one by one, 16 clients create 31 % fewer snippets.
 */
import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError } from 'mongodb';
import { makeBatcher } from '../../scheduling/batcher.js';
import { DuplicateKey, isDuplicateKey } from '../errors.js';
import type { CounterRecord } from '../records.js';
import type { Version } from '../store.js';
import type { Counted, UsageKeeper } from './usage.js';

/** Records of one bulk write. */
const MOST = 64;

const COUNTED = { ownerId: 1, bytes: 1 } as const;
/** Error codes of the server. */
const [DUPLICATE_KEY, IMMUTABLE_FIELD] = [11000, 66];

type Numbered = Pick<Version, '_id'> & Partial<Version> & Counted;

/** @param usage undefined: the records do not count */
export function makeBatchedWrites(
  counters: Collection<CounterRecord>,
  collection: Collection<Numbered>,
  usage: UsageKeeper | undefined,
) {
  const name = collection.collectionName;
  return {
    /** Inserts a record with the next id of the collection, and returns the id. */
    insertNext: makeBatcher<Counted, number>({
      most: MOST,
      isParallel: false,
      async run(records) {
        const { value, created } = await count(counters, name, records.length);
        const first = value - records.length + 1;
        const numbered = records.map((record, i) => ({ _id: first + i, created, ...record }));
        const operations = numbered.map((document) => ({ insertOne: { document } }));
        const { errors } = await writeAll(collection, operations);
        await usage?.change(
          numbered.filter((_, i) => !errors.has(i)),
          1,
        );
        return numbered.map(({ _id }, i) => {
          const { code, error } = errors.get(i) ?? {};
          return error && code === DUPLICATE_KEY ? new DuplicateKey(name, error) : (error ?? _id);
        });
      },
    }),
    /** The same for records that count: one by one, because each answer tells what the record counted before. */
    async replaceCounted({ _id, version }: Version, set: Counted): Promise<boolean> {
      const update = { $set: set, $inc: { version: 1 } };
      const before = await collection.findOneAndUpdate({ _id, version }, update, { projection: COUNTED });
      if (before === null) return false;
      await usage?.change([before], -1);
      await usage?.change([{ ...before, ...set }], 1);
      return true;
    },
    /** Deletes a record that is at a version. Returns whether it was there. */
    async remove({ _id, version }: Version): Promise<boolean> {
      if (usage === undefined) return (await collection.deleteOne({ _id, version })).deletedCount === 1;
      const before = await collection.findOneAndDelete({ _id, version }, { projection: COUNTED });
      if (before !== null) await usage.change([before], -1);
      return before !== null;
    },
    /** Replaces fields of a record that is at a version, and counts the version. Returns whether it was there. */
    replace: makeBatcher<{ at: Version; set: object }, boolean>({
      most: MOST,
      isParallel: false,
      async run(saves) {
        const operations = saves.map(({ at: { _id, version }, set }) => {
          // A bulk write tells how many records matched, not which. So one of another version is an error: no update
          // may change an _id.
          const isAt = { $eq: ['$version', version] };
          const guard = { _id: { $cond: [isAt, '$_id', null] }, version: version + 1 };
          const update = [{ $replaceWith: { $mergeObjects: ['$$ROOT', { $literal: set }, guard] } }];
          return { updateOne: { filter: { _id }, update } };
        });
        const { errors, matched } = await writeAll(collection, operations);
        const ids = saves.map(({ at }) => at._id);
        const isComplete = matched + errors.size === saves.length;
        const found = isComplete ? ids : await collection.distinct('_id', { _id: { $in: ids } });
        return ids.map((id, i) => {
          const { code, error } = errors.get(i) ?? {};
          return error && code !== IMMUTABLE_FIELD ? error : error === undefined && found.includes(id);
        });
      },
    }),
  };
}

interface Refused {
  readonly code: number;
  readonly error: MongoBulkWriteError;
}

/** @returns how many records matched, and the errors of single operations by their place */
async function writeAll(
  collection: Collection<Numbered>,
  operations: AnyBulkWriteOperation<Numbered>[],
): Promise<{ matched: number; errors: ReadonlyMap<number, Refused> }> {
  try {
    // Unordered, so that MongoDB goes on after a record that it refuses.
    const { matchedCount } = await collection.bulkWrite(operations, { ordered: false });
    return { matched: matchedCount, errors: new Map() };
  } catch (error) {
    // Where the majority did not confirm them, none is known to be stored.
    const isPartial = error instanceof MongoBulkWriteError && !error.result.getWriteConcernError();
    const refused = isPartial ? [error.writeErrors].flat() : [];
    if (!isPartial || refused.length === 0) throw error;
    const errors = refused.map(({ index, code }) => [index, { code, error }] as const);
    return { matched: error.matchedCount, errors: new Map(errors) };
  }
}

/** @returns the last of so many ids, and the time of all of them */
async function count(
  counters: Collection<CounterRecord>,
  name: string,
  ids: number,
): Promise<Required<CounterRecord>> {
  const step = { $inc: { value: ids }, $max: { created: new Date() } };
  const take = () =>
    counters.findOneAndUpdate({ _id: name }, step, { upsert: true, returnDocument: 'after' });
  const counter = await take().catch((error) => {
    // If two upserts create one record at once, MongoDB may let one of them fail. The record then exists.
    if (isDuplicateKey(error)) return take();
    throw error;
  });
  if (counter?.created === undefined) throw new Error(`The counter "${name}" was not made.`);
  return { ...counter, created: counter.created };
}
