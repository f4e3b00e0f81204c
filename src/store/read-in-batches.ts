/** Reads a long list in keyset batches by (`created`, `_id`), with no cursor open between them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cursor } from './collection.js';

/** The position of a record in the list. */
export interface Position {
  readonly created: Date;
  readonly _id: number;
}

/** A filter for the records after a position. Both stores answer it with one index scan and no sort. */
export interface Range {
  created?: { $gte: Date };
  $or?: ({ created: { $gt: Date } } | { _id: { $gt: number } })[];
}

export interface Page {
  sort: { created: 1 | -1; _id: 1 | -1 };
  limit: number;
}

export interface BatchOptions {
  /** The list starts after this record. */
  after?: Position | undefined;
  /** The maximum number of records in all. */
  limit?: number | undefined;
}

const FIRST = 100;
const SMALLEST = 10;
const LARGEST = 1000;
/** About a megabyte per batch limits the memory of a reader and the time that other requests wait. */
const CHARACTERS = 1_000_000;

/**
 * Reads the first batch, so that an outage is noticed before anything is sent. Returns all batches,
 * the first one included (none if the list is empty).
 *
 * A record that exists throughout appears exactly once: the last position is fixed at the start, and every
 * batch starts after the last record of the previous one.
 *
 *     const batches = await readInBatches((range, page) =>
 *       store.snippets.find(range, { ...page, projection: { highlighted: 0 } }));
 *     for await (const snippets of batches) ...
 *
 * @param find returns one slice of a range; may add conditions on fields that an index has before `created`
 */
export async function readInBatches<Item extends Position>(
  find: (range: Range, page: Page) => Cursor<Item>,
  { after, limit = Number.POSITIVE_INFINITY }: BatchOptions = {},
): Promise<AsyncGenerator<Item[], void, undefined>> {
  const read = (behind: Position | undefined, count: number) =>
    find(rangeBehind(behind), { sort: { created: 1, _id: 1 }, limit: count }).toArray();
  const size = Math.min(FIRST, limit);
  const [first, [last]] = await Promise.all([
    read(after, size),
    find({}, { sort: { created: -1, _id: -1 }, limit: 1 }).toArray(),
  ]);

  async function* batches(): AsyncGenerator<Item[], void, undefined> {
    let batch = first;
    let wanted = size;
    let left = limit;
    for (;;) {
      const within = upTo(batch, last);
      if (within.length > 0) yield within;
      left -= within.length;
      const end = batch.at(-1);
      if (end === undefined || batch.length < wanted || within.length < batch.length || left <= 0) return;
      wanted = Math.min(nextSize(batch), left);
      // The embedded store answers within one turn of the event loop. This lets other requests run in between.
      await nextTurn();
      batch = await read(end, wanted);
    }
  }
  return batches();
}

/** `$or` alone would be two scans and a sort. The bound on `created` makes it one scan. */
export function rangeBehind(position: Position | undefined): Range {
  if (position === undefined) return {};
  const { created, _id } = position;
  return { created: { $gte: created }, $or: [{ created: { $gt: created } }, { _id: { $gt: _id } }] };
}

/** Returns the batch without records that were added after the start. */
function upTo<Item extends Position>(batch: Item[], last: Position | undefined): Item[] {
  if (last === undefined) return [];
  const late = batch.findIndex(
    ({ created, _id }) => +created > +last.created || (+created === +last.created && _id > last._id),
  );
  return late === -1 ? batch : batch.slice(0, late);
}

function nextSize(batch: readonly object[]): number {
  let characters = 0;
  for (const item of batch) {
    for (const value of Object.values(item)) characters += typeof value === 'string' ? value.length : 10;
  }
  const fitting = Math.floor((CHARACTERS / Math.max(1, characters)) * batch.length);
  return Math.max(SMALLEST, Math.min(LARGEST, fitting));
}
