/** Answers with a list of records, whole or in slices; streamed, so that memory does not grow with its length. */
import {
  type BatchOptions,
  type Find,
  type Order,
  rangeBehind,
  readInBatches,
  type Slice,
} from '../store/batches.js';
import type { ByIndex, Collection, Projected, Projection } from '../store/collection.js';
import type { OwnedRecord } from '../store/records.js';
import type { Store } from '../store/store.js';
import type { HandlerContext } from './context.js';
import { bodyOf, isBare, noItems, shareList } from './lists.js';

/** A valid query: which slice, in which order, and what narrows the list. */
interface Query {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
  readonly order?: 'created' | '-created' | undefined;
}

export interface Listing<D extends Numbered, K extends keyof D, P extends Projection<D>, Item> {
  readonly collection: Collection<D, K>;
  /** What narrows the list, by fields with an index. Called in the run that reads the list. undefined: nothing does. */
  readonly filter?: () => ByIndex<D, K> | Promise<ByIndex<D, K> | undefined>;
  /** What is read of each record. */
  readonly fields: P;
  readonly toItem: (record: Projected<D, P>) => Item;
}

interface ListAnswer<Item> {
  readonly status: 200;
  readonly headers?: { Link?: string };
  readonly body: AsyncIterable<readonly Item[]>;
}

type Numbered = Pick<OwnedRecord, '_id'>;

const ID = { _id: 1 } as const;

/** @param query with `limit`, and always on pages, the answer is a slice. `Link` leads to the others */
export function listRecords<D extends Numbered, K extends keyof D, P extends Projection<D>, Item>(
  query: Query,
  context: HandlerContext,
  { collection, filter, fields, toItem }: Listing<D, K, P, Item>,
): Promise<ListAnswer<Item>> {
  return shareList(query, context, async (signal) => {
    const narrowed = await filter?.();
    const find = <Found extends Numbered>(projection: object): Find<Found> =>
      finder(collection, { ...narrowed }, projection, context.store, signal);
    const read = async (found: Find<Numbered & Projected<D, P>>, range: Omit<BatchOptions, 'largest'>) => {
      const { mostAtOnce: largest } = context.store;
      return bodyOf(await readInBatches(found, { ...range, largest }, toItem), context);
    };
    const limit = limitOf(query, context.renderer.pageSize);
    const after = query.after === undefined ? undefined : Number(query.after);
    const order = orderOf(query);
    if (limit !== undefined) {
      const { ids, links } = await findSlice(find(ID), limit, after, query, context);
      const known = finder<Numbered & Projected<D, P>>(collection, {}, fields, context.store, signal);
      // A search is not made again for the records. A list that nothing narrows is a range of ids.
      const records =
        narrowed === undefined ? find<Numbered & Projected<D, P>>(fields) : amongIds(known, ids);
      const range = { after, until: ids.at(-1), count: ids.length, order };
      return {
        status: 200,
        headers: links.length === 0 ? {} : { Link: links.join(', ') },
        body: ids.length === 0 || isBare(context) ? noItems() : await read(records, range),
      };
    }
    if (!isBare(context)) return { status: 200, body: await read(find(fields), { after, order }) };
    await find(ID)({}, { sort: { _id: 1 }, limit: 1 });
    return { status: 200, body: noItems() };
  });
}

function finder<Found extends Numbered>(
  collection: object,
  filter: object,
  projection: object,
  { readMany }: Pick<Store, 'readMany'>,
  signal: AbortSignal,
): (filter: object, slice: Slice) => Promise<Found[]> {
  // A range of ids fits the filter of every such collection, which TypeScript cannot see of a type parameter.
  const numbered = collection as Collection<Numbered, never>;
  return async (range, slice) => {
    return (await readMany(numbered, { ...filter, ...range }, { ...slice, projection, signal })) as Found[];
  };
}

/** Reads the records whose ids are known. */
function amongIds<Found extends Numbered>(
  find: (filter: object, slice: Slice) => Promise<Found[]>,
  ids: readonly number[],
): Find<Found> {
  return ({ _id: { $gt, $lt } = {} }, slice) => {
    // All that are left, because some of the next may have been deleted.
    const left = ids.slice(ids.indexOf($gt ?? $lt ?? 0) + 1);
    return find({ _id: { $in: left } }, slice);
  };
}

/** A page never shows more items than its size, whatever `limit` says. */
function limitOf({ limit }: Query, pageSize: number | undefined): number | undefined {
  return limit === undefined || pageSize === undefined ? (limit ?? pageSize) : Math.min(limit, pageSize);
}

const orderOf = ({ order }: Query): Order => (order === '-created' ? -1 : 1);

/** @returns the ids of its records, and the links to the slices around it */
async function findSlice(
  find: Find<Numbered>,
  limit: number,
  start: number | undefined,
  query: Query,
  context: HandlerContext,
): Promise<{ ids: number[]; links: string[] }> {
  const order = orderOf(query);
  // Ids alone, from an index. One more than asked for tells whether there is a next slice.
  const found = await find(rangeBehind(start, order), { sort: { _id: order }, limit: limit + 1 });
  const ids = found.slice(0, limit).map(({ _id }) => _id);
  const end = ids.at(-1);
  const isLast = found.length <= limit || end === undefined;
  const isPage = context.renderer.pageSize !== undefined;
  const links = [
    ...(start !== undefined && isPage
      ? [linkTo('prev', await startBefore(find, limit, start, order), limit, query, context)]
      : []),
    ...(isLast ? [] : [linkTo('next', end, limit, query, context)]),
  ];
  return { ids, links };
}

/**
 * Where the slice before this one begins; undefined: at the beginning of the list. Only pages need it, so programs do
 * not wait for it.
 */
async function startBefore(
  find: Find<Numbered>,
  limit: number,
  start: number,
  order: Order,
): Promise<number | undefined> {
  const reverse = order === 1 ? -1 : 1;
  // The slice ends with the record at `start`.
  const before = await find(rangeBehind(start, reverse), { sort: { _id: reverse }, limit });
  return before[limit - 1]?._id;
}

/** Keeps what narrows and orders the list. @param after where the slice begins; undefined: at the beginning */
function linkTo(
  rel: 'prev' | 'next',
  after: number | undefined,
  limit: number,
  { limit: _limit, after: _after, ...kept }: Query,
  { endpoint, url }: HandlerContext,
): string {
  const given = Object.entries({ limit, after, ...kept, format: undefined });
  const query = given.flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return `<${url(endpoint.name)}?${new URLSearchParams(query)}>; rel="${rel}"`;
}
