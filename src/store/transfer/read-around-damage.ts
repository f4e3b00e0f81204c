/** Reads a collection in batches by ascending id, and goes around records that are damaged. */
import { isDamage } from '../damage.js';
import { sizeOf } from '../read-in-batches.js';
import type { Store } from '../store.js';
import type { AnyCollection, AnyRecord, Id, Stored } from './any-collection.js';

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

const LARGEST = 200;
/** Characters of a batch: the memory that an export needs, several times. */
const CHARACTERS = 2_000_000;

/** All records of a collection, without their terms. An empty batch is no end: nothing is left under its ids. */
export async function* readAround(store: Store, stored: Stored): AsyncGenerator<Batch> {
  const { terms, idType } = stored.definition;
  // Terms follow from the text.
  const projection = terms === undefined ? {} : { [terms]: 0 as const };
  let limit = 10;
  for (let from: Id | undefined = idType === 'integer' ? 0 : ''; from !== undefined; ) {
    const batch: Batch = await readBatch(store, stored, { after: from, limit, projection });
    yield batch;
    from = batch.end;
    const largest = Math.max(...batch.records.map(sizeOf), 1);
    limit = Math.max(1, Math.min(LARGEST, Math.floor(CHARACTERS / largest)));
  }
}

interface Slice {
  readonly after: Id;
  readonly limit: number;
  readonly projection: Readonly<Record<string, 0>>;
}

async function readBatch(store: Store, stored: Stored, slice: Slice): Promise<Batch> {
  const { collection } = stored;
  const { after, limit, projection } = slice;
  const behind = { _id: { $gt: after } };
  try {
    const records = await collection.find(behind, { sort: { _id: 1 }, limit, projection }).toArray();
    return { records, damaged: [], end: records.at(-1)?._id };
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  try {
    const found = await collection
      .find(behind, { sort: { _id: 1 }, limit, projection: { _id: 1 } })
      .toArray();
    return await readOneByOne(
      collection,
      found.map(({ _id }) => _id),
      projection,
    );
  } catch (error) {
    if (!isDamage(error)) throw error;
    return readBehindDamage(store, stored, slice, error.message);
  }
}

/** Not even the ids can be listed: whole numbers are tried one by one, up to the last one that was given. */
async function readBehindDamage(
  { counters }: Store,
  { name, collection, definition }: Stored,
  { after, limit, projection }: Slice,
  reason: string,
): Promise<Batch> {
  const last = definition.idType === 'integer' ? (await counters.findOne({ _id: name }))?.value : undefined;
  if (last === undefined || typeof after !== 'number')
    return {
      records: [],
      damaged: [{ id: after, reason: `no record after this one can be read: ${reason}` }],
      end: undefined,
    };
  const count = Math.max(0, Math.min(limit, last - after));
  const ids = Array.from({ length: count }, (_, i) => after + 1 + i);
  return readOneByOne(collection, ids, projection);
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
