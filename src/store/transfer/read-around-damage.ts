/** Reads a collection in batches by ascending id, and goes around records that are damaged. */
import { isDamage } from '../damage.js';
import type { AnyCollection, AnyRecord, Id } from './any-collection.js';

export interface DamagedRow {
  readonly id: Id;
  readonly reason: string;
}

export interface Batch {
  readonly records: readonly AnyRecord[];
  readonly damaged: readonly DamagedRow[];
  /** Where the next batch begins; undefined at the end of the collection. */
  readonly end: Id | undefined;
}

export interface ReadingOptions {
  /** The first id is greater than this. */
  readonly after: Id;
  /** Behind a damaged page each id up to this one is tried. undefined: ids are texts, which cannot be tried. */
  lastId(): Promise<number | undefined>;
  /** Fields that are left out. */
  readonly without: readonly string[];
}

const LARGEST = 200;
/** Characters of a batch: the memory that an export needs, several times. */
const CHARACTERS = 2_000_000;

/** An empty batch is no end: its ids were tried, and there are no such records. */
export async function* readAroundDamage(
  collection: AnyCollection,
  { after, lastId, without }: ReadingOptions,
): AsyncGenerator<Batch> {
  const projection = Object.fromEntries(without.map((field) => [field, 0 as const]));
  let limit = 10;
  for (let from: Id | undefined = after; from !== undefined; ) {
    const batch: Batch = await readBatch(collection, from, limit, { lastId, projection });
    yield batch;
    from = batch.end;
    const largest = Math.max(...batch.records.map(sizeOf), 1);
    limit = Math.max(1, Math.min(LARGEST, Math.floor(CHARACTERS / largest)));
  }
}

async function readBatch(
  collection: AnyCollection,
  after: Id,
  limit: number,
  {
    lastId,
    projection,
  }: Pick<ReadingOptions, 'lastId'> & { readonly projection: Readonly<Record<string, 0>> },
): Promise<Batch> {
  const slice = { sort: { _id: 1 }, limit } as const;
  try {
    const records = await collection.find({ _id: { $gt: after } }, { ...slice, projection }).toArray();
    return { records, damaged: [], end: records.at(-1)?._id };
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  try {
    const found = await collection
      .find({ _id: { $gt: after } }, { ...slice, projection: { _id: 1 } })
      .toArray();
    return await readOneByOne(
      collection,
      found.map(({ _id }) => _id),
      projection,
    );
  } catch (error) {
    if (!isDamage(error)) throw error;
    const last = await lastId();
    if (last === undefined || typeof after !== 'number')
      return {
        records: [],
        damaged: [{ id: after, reason: `no record after this one can be read: ${error.message}` }],
        end: undefined,
      };
    const count = Math.max(0, Math.min(limit, last - after));
    return await readOneByOne(
      collection,
      Array.from({ length: count }, (_, i) => after + 1 + i),
      projection,
    );
  }
}

async function readOneByOne(
  collection: AnyCollection,
  ids: readonly Id[],
  projection: Readonly<Record<string, 0>>,
): Promise<Batch> {
  const records: AnyRecord[] = [];
  const damaged: DamagedRow[] = [];
  for (const id of ids) {
    try {
      const record = await collection.findOne({ _id: id }, { projection });
      if (record) records.push(record);
    } catch (error) {
      if (!isDamage(error)) throw error;
      damaged.push({ id, reason: error.message });
    }
  }
  return { records, damaged, end: ids.at(-1) };
}

function sizeOf(record: AnyRecord): number {
  let characters = 0;
  for (const value of Object.values(record)) characters += typeof value === 'string' ? value.length : 10;
  return characters;
}
