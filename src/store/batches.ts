/** Long lists in keyset batches by `_id`, with no cursor open between them. A reader keeps nothing but its place. */

import type { Cursor } from './collection.js';

export interface Batch<Item, Place> {
  readonly items: readonly Item[];
  /** Where the next batch begins; undefined after the last batch. */
  readonly next: Place | undefined;
}

export interface Batches<Item, Place> {
  /** Read before anything is sent, so that an unavailable store can still be answered with an error. */
  readonly first: Batch<Item, Place>;
  read(place: Place): Promise<Batch<Item, Place>>;
}

/** The items from a place to the end. Between two batches it keeps the place alone: a reader may be slow. */
export function itemsFrom<Item, Place>(
  place: Place | undefined,
  read: Batches<Item, Place>['read'],
): AsyncIterableIterator<readonly Item[]> {
  let next = place;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (next === undefined) return { done: true, value: undefined };
      const batch = await read(next);
      next = batch.next;
      return { done: false, value: batch.items };
    },
  };
}

/** All items, for any number of readers: they share the first batch, and each reads the others by itself. */
export function itemsOf<Item, Place>({ first, read }: Batches<Item, Place>): AsyncIterable<readonly Item[]> {
  return {
    async *[Symbol.asyncIterator]() {
      yield first.items;
      yield* itemsFrom(first.next, read);
    },
  };
}

/** The part of a list that is read: ids in one direction. */
export interface Range {
  _id?: { $gt?: number; $gte?: number; $lt?: number; $lte?: number };
}

/** 1: the oldest record first. -1: the newest first. */
export type Order = 1 | -1;

export interface Slice {
  sort: { _id: Order };
  limit: number;
}

/** Reads a part of a list. */
export type Find<Found> = (range: Range, slice: Slice) => Promise<Found[]>;

export interface BatchOptions {
  /** The list starts after the record with this id. */
  readonly after?: number | undefined;
  /** The list ends with the record with this id. Default: the record that is the last one when reading starts. */
  readonly until?: number | undefined;
  /** The most records of one query. */
  readonly largest: number;
  /** The records up to `until`, where they were counted: a query for more would search on behind the last one. */
  readonly count?: number;
  /** Default: the oldest record first. */
  readonly order?: Order;
}

/** Records of the first batch, whose size nobody knows: the largest ones, too, are read in one turn. */
const FIRST = 8;
/** A batch has at most so many times the records of the one before it: the next ones may be larger. */
const GROWTH = 16;
/** The size of one batch. For a client that stops reading, a batch is in memory a few times: as text and as bytes. */
const CHARACTERS = 256 * 1024;

/** Where a batch begins, and how many items it may have. */
interface Place {
  readonly after: number | undefined;
  readonly wanted: number;
  /** Records that are not read yet, at most. */
  readonly left: number;
}

/**
 * Reads the first batch at once, so that an unavailable store is an error before anything is sent.
 *
 * A record that exists throughout appears exactly once: the last id is fixed at the start, and every batch starts after
 * the last record of the previous one.
 *
 *     const batches = await readInBatches((range, slice) =>
 *       store.readMany(store.snippets, range, { ...slice, projection: { title: 1 } }), { largest: store.mostAtOnce });
 *
 * @param find returns one slice of a range; may add a condition on the terms
 */
export async function readInBatches<Found extends { readonly _id: number }, Item>(
  find: Find<Found>,
  { after, until, largest, count = Number.POSITIVE_INFINITY, order = 1 }: BatchOptions,
  toItem: (found: Found) => Item,
): Promise<Batches<Item, Place>> {
  const findLast = async () => (await find({}, { sort: { _id: order === 1 ? -1 : 1 }, limit: 1 }))[0]?._id;
  const last = until ?? (await findLast());

  async function read({ after, wanted, left }: Place): Promise<Batch<Item, Place>> {
    if (last === undefined) return { items: [], next: undefined };
    const found = await find(rangeBehind(after, order, last), { sort: { _id: order }, limit: wanted });
    const { kept, nextSize } = upToSize(found);
    const [items, final] = [kept.map(toItem), kept.at(-1)];
    if (final === undefined || final._id === last) return { items, next: undefined };
    const rest = Math.max(1, left - items.length);
    return { items, next: { after: final._id, wanted: Math.min(largest, nextSize, rest), left: rest } };
  }

  return { first: await read({ after, wanted: Math.min(FIRST, count), left: count }), read };
}

/** @param last the id that the range ends with; undefined: it has no end */
export function rangeBehind(id: number | undefined, order: Order = 1, last?: number): Range {
  const [behind, upTo] = order === 1 ? ['$gt', '$lte'] : ['$lt', '$gte'];
  const range = { ...(id !== undefined && { [behind]: id }), ...(last !== undefined && { [upTo]: last }) };
  return Object.keys(range).length > 0 ? { _id: range } : {};
}

/**
 * Keeps as many items as a batch may have, at least one. The rest is dropped and read again, to save memory.
 *
 * @returns also how many items the next batch may have
 */
function upToSize<Found extends object>(found: Found[]): { kept: Found[]; nextSize: number } {
  let [count, characters, largest] = [0, 0, 1];
  for (const item of found) {
    const size = sizeOf(item);
    characters += size;
    if (count > 0 && characters > CHARACTERS) break;
    count += 1;
    largest = Math.max(largest, size);
  }
  return {
    kept: found.slice(0, count),
    nextSize: Math.max(1, Math.min(GROWTH * count, Math.floor(CHARACTERS / largest))),
  };
}

/** The approximate number of characters in an item. */
function sizeOf(item: object): number {
  let characters = 0;
  for (const value of Object.values(item)) characters += typeof value === 'string' ? value.length : 10;
  return characters;
}

/** The most records that `byId` reads at once. */
const AT_ONCE = 200;

/**
 * All records by ascending id.
 *
 *     for await (const { username } of byId((range, slice) => users.find(range, slice))) ...
 */
export async function* byId<T extends { readonly _id: number }>(
  find: (range: Range, slice: Slice) => Cursor<T>,
): AsyncGenerator<T> {
  const read = (range: Range, slice: Slice) => find(range, slice).toArray();
  const batches = await readInBatches(read, { largest: AT_ONCE }, (record) => record);
  for await (const records of itemsOf(batches)) yield* records;
}
