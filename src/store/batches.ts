/** A list that is read batch by batch. Reading keeps no state: several readers can continue from the same place. */

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

/** The same batches with each item mapped. */
export function mapBatches<From, To, Place>(
  { first, read }: Batches<From, Place>,
  map: (item: From) => To,
): Batches<To, Place> {
  const mapped = ({ items, next }: Batch<From, Place>) => ({ items: items.map(map), next });
  return { first: mapped(first), read: async (place) => mapped(await read(place)) };
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
