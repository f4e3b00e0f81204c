/** Reads a long list in keyset batches by (`created`, `_id`), with no cursor open between them. */
import { takeTurn } from '../scheduling/take-turn.js';
import type { Batch, Batches } from './batches.js';
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

export interface Slice {
  sort: { created: 1 | -1; _id: 1 | -1 };
  limit: number;
}

export interface BatchOptions {
  /** The list starts after this record. */
  after?: Position | undefined;
  /** The list ends with this record. Default: the last one at the start, so that the list ends. */
  until?: Position | undefined;
}

const FIRST = 8;
/** Limits the memory of one query (12.8 MB of the longest code) and the time that it blocks the event loop. */
const LARGEST = 128;
/** The size of one batch. A reader that stands still holds it a few times: as text and as bytes. */
const CHARACTERS = 250_000;

/** Where a batch begins, and how many items it may have. */
interface Place {
  readonly after: Position;
  readonly wanted: number;
}

/**
 * Reads the first batch, so that an unavailable store is an error before anything is sent.
 *
 * A record that exists throughout appears exactly once: the last position is fixed at the start, and every batch
 * starts after the last record of the previous one.
 *
 *     const batches = await readInBatches((range, slice) =>
 *       store.snippets.find(range, { ...slice, projection: { highlighted: 0 } }));
 *
 * @param find returns one slice of a range; may add conditions on fields that an index has before `created`
 */
export async function readInBatches<Item extends Position>(
  find: (range: Range, slice: Slice) => Cursor<Item>,
  { after, until }: BatchOptions = {},
): Promise<Batches<Item, Place>> {
  const read = (behind: Position | undefined, count: number) =>
    find(rangeBehind(behind), { sort: { created: 1, _id: 1 }, limit: count }).toArray();
  await takeTurn();
  const [first, last] = await Promise.all([read(after, FIRST), until ?? findLast(find)]);
  return {
    first: toBatch(first, FIRST, last),
    async read({ after, wanted }) {
      // The embedded store answers within this turn: let the other requests have theirs.
      await takeTurn();
      return toBatch(await read(after, wanted), wanted, last);
    },
  };
}

/** @param wanted how many items `found` could have */
function toBatch<Item extends Position>(
  found: Item[],
  wanted: number,
  last: Position | undefined,
): Batch<Item, Place> {
  const fitting = upToSize(found);
  const items = upTo(fitting, last);
  const isWhole = found.length < wanted && fitting.length === found.length;
  const isLast = isWhole || items.length < fitting.length;
  const final = items.at(-1);
  if (isLast || final === undefined) return { items, next: undefined };
  const after = { created: final.created, _id: final._id };
  return { items, next: { after, wanted: nextSize(fitting) } };
}

async function findLast<Item extends Position>(
  find: (range: Range, slice: Slice) => Cursor<Item>,
): Promise<Position | undefined> {
  return (await find({}, { sort: { created: -1, _id: -1 }, limit: 1 }).toArray())[0];
}

/** `$or` alone would be two scans and a sort. The bound on `created` makes it one scan. */
export function rangeBehind(position: Position | undefined): Range {
  if (position === undefined) return {};
  const { created, _id } = position;
  return { created: { $gte: created }, $or: [{ created: { $gt: created } }, { _id: { $gt: _id } }] };
}

/** Returns the batch without records after the end of the list. */
function upTo<Item extends Position>(batch: Item[], last: Position | undefined): Item[] {
  if (last === undefined) return [];
  const isLate = ({ created, _id }: Position) =>
    +created > +last.created || (+created === +last.created && _id > last._id);
  // All batches but the last one end before it.
  const end = batch.at(-1);
  return end === undefined || !isLate(end) ? batch : batch.slice(0, batch.findIndex(isLate));
}

/** Keeps as many items as a batch may have, at least one. The rest is dropped and read again, to save memory. */
function upToSize<Item extends object>(batch: Item[]): Item[] {
  let characters = 0;
  const excess = batch.findIndex((item, index) => {
    characters += sizeOf(item);
    return index > 0 && characters > CHARACTERS;
  });
  return excess === -1 ? batch : batch.slice(0, excess);
}

function nextSize(batch: readonly object[]): number {
  const largest = Math.max(...batch.map(sizeOf), 1);
  return Math.max(1, Math.min(LARGEST, 4 * batch.length, Math.floor(CHARACTERS / largest)));
}

/** The approximate number of characters in an item. */
function sizeOf(item: object): number {
  let characters = 0;
  for (const value of Object.values(item)) characters += typeof value === 'string' ? value.length : 10;
  return characters;
}
