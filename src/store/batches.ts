/** A list that is read batch by batch. Reading keeps no state, so several readers can read on from one place. */

export interface Batch<Item, Place> {
  readonly items: readonly Item[];
  /** Where the next batch begins. undefined: this is the last one. */
  readonly next: Place | undefined;
}

export interface Batches<Item, Place> {
  /** Is read before anything is sent, so that an unavailable store is still an error. */
  readonly first: Batch<Item, Place>;
  read(place: Place): Promise<Batch<Item, Place>>;
}

/** The same batches of other items. */
export function mapBatches<From, To, Place>(
  { first, read }: Batches<From, Place>,
  map: (item: From) => To,
): Batches<To, Place> {
  const mapped = ({ items, next }: Batch<From, Place>) => ({ items: items.map(map), next });
  return { first: mapped(first), read: async (place) => mapped(await read(place)) };
}

/** The items from a place to the end. */
export async function* itemsFrom<Item, Place>(
  place: Place | undefined,
  read: Batches<Item, Place>['read'],
): AsyncGenerator<readonly Item[], void, undefined> {
  for (let next = place; next !== undefined; ) {
    const batch = await read(next);
    next = batch.next;
    yield batch.items;
  }
}

/** All items, for as many readers as there are: the first batch is read already, and each reader reads on. */
export function itemsOf<Item, Place>({ first, read }: Batches<Item, Place>): AsyncIterable<readonly Item[]> {
  return {
    async *[Symbol.asyncIterator]() {
      yield first.items;
      yield* itemsFrom(first.next, read);
    },
  };
}
