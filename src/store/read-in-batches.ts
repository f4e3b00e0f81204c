/** Reads a long list in keyset batches by (`created`, `_id`), with no cursor open between them. */
import type { Batch, Batches } from './batches.js';

/** The position of a record in the list. */
export interface Position {
  readonly created: Date;
  readonly _id: number;
}

/** A filter for the records after a position. Both stores answer it with one index scan and no sort. */
export interface Range {
  created?: { $gte: Date } | { $lte: Date };
  $or?: ({ created: { $gt: Date } | { $lt: Date } } | { _id: { $gt: number } | { $lt: number } })[];
}

/** 1: the oldest record first. -1: the newest first. */
export type Order = 1 | -1;

export interface Slice {
  sort: { created: 1 | -1; _id: 1 | -1 };
  limit: number;
}

export interface BatchOptions {
  /** The list starts after this record. */
  after?: Position | undefined;
  /** The list ends with this record. Default: the record that is the last one when reading starts. */
  until?: Position | undefined;
  /** The most records of one query. */
  readonly largest: number;
  /** Default: the oldest record first. */
  readonly order?: Order;
}

const FIRST = 32;
/** The size of one batch. For a client that stops reading, a batch is in memory a few times: as text and as bytes. */
const CHARACTERS = 256 * 1024;

/** Where a batch begins, and how many items it may have. */
interface Place {
  readonly after: Position;
  readonly wanted: number;
}

/**
 * Reads the first batch at once, so that an unavailable store is an error before anything is sent.
 *
 * A record that exists throughout appears exactly once: the last position is fixed at the start, and every batch
 * starts after the last record of the previous one.
 *
 *     const batches = await readInBatches((range, slice) =>
 *       store.readMany(store.snippets, range, { ...slice, projection: { words: 0 } }), { largest: store.mostAtOnce });
 *
 * @param find returns one slice of a range; may add conditions on fields that an index has before `created`
 */
export async function readInBatches<Item extends Position>(
  find: (range: Range, slice: Slice) => Promise<Item[]>,
  { after, until, largest, order = 1 }: BatchOptions,
): Promise<Batches<Item, Place>> {
  const read = (behind: Position | undefined, count: number) =>
    find(rangeBehind(behind, order), { sort: { created: order, _id: order }, limit: count });
  const [first, last] = await Promise.all([read(after, FIRST), until ?? findLast(find, order)]);
  return {
    first: toBatch(first, FIRST, last, { largest, order }),
    read: async ({ after, wanted }) => toBatch(await read(after, wanted), wanted, last, { largest, order }),
  };
}

/** @param wanted the most items that `found` could have: fewer mean that the range has no more */
function toBatch<Item extends Position>(
  found: Item[],
  wanted: number,
  last: Position | undefined,
  { largest, order }: { largest: number; order: Order },
): Batch<Item, Place> {
  const fitting = upToSize(found);
  const items = upTo(fitting, last, order);
  const isWhole = found.length < wanted && fitting.length === found.length;
  const isLast = isWhole || items.length < fitting.length;
  const final = items.at(-1);
  if (isLast || final === undefined) return { items, next: undefined };
  const after = { created: final.created, _id: final._id };
  return { items, next: { after, wanted: Math.min(largest, nextSize(fitting)) } };
}

async function findLast<Item extends Position>(
  find: (range: Range, slice: Slice) => Promise<Item[]>,
  order: Order,
): Promise<Position | undefined> {
  const reverse = order === 1 ? -1 : 1;
  return (await find({}, { sort: { created: reverse, _id: reverse }, limit: 1 }))[0];
}

/** `$or` alone would be two scans and a sort. The bound on `created` makes it one scan. */
export function rangeBehind(position: Position | undefined, order: Order = 1): Range {
  if (position === undefined) return {};
  const { created, _id } = position;
  if (order === -1)
    return { created: { $lte: created }, $or: [{ created: { $lt: created } }, { _id: { $lt: _id } }] };
  return { created: { $gte: created }, $or: [{ created: { $gt: created } }, { _id: { $gt: _id } }] };
}

/** Returns the batch without records after the end of the list. */
function upTo<Item extends Position>(batch: Item[], last: Position | undefined, order: Order): Item[] {
  if (last === undefined) return [];
  const isLate = ({ created, _id }: Position) =>
    order * (+created - +last.created) > 0 || (+created === +last.created && order * (_id - last._id) > 0);
  // All batches but the last one end before the end of the list.
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
  return Math.max(1, Math.min(8 * batch.length, Math.floor(CHARACTERS / largest)));
}

/** The approximate number of characters in an item. */
function sizeOf(item: object): number {
  let characters = 0;
  for (const value of Object.values(item)) characters += typeof value === 'string' ? value.length : 10;
  return characters;
}
