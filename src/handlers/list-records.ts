/** Answers with a list of records, whole or in slices; streamed, so that memory does not grow with its length. */
import { type Find, type Order, rangeBehind, readInBatches, type Slice } from '../store/batches.js';
import type { ByIndex, Collection, Identified, Projected, Projection } from '../store/collection.js';
import type { OwnedRecord } from '../store/records.js';
import { visibleTo } from '../store/visibility.js';
import type { HandlerContext } from './context.js';
import { bodyOf, isBare, noItems, ownList, shareList, viewerOf } from './lists.js';

/** A valid query: which slice, in which order, and what narrows the list. */
interface Query {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
  readonly order?: 'created' | '-created' | undefined;
}

/** Without `$or`, which says who sees what. */
type Narrowing<D extends Identified, K extends keyof D> = Omit<ByIndex<D, K>, '$or'>;

export interface Listing<D extends Numbered, K extends keyof D, P extends Projection<D>, Item> {
  readonly collection: Collection<D, K>;
  /** What narrows the list, by fields with an index. Called in the run that reads the list. undefined: nothing does. */
  readonly filter?: () => Narrowing<D, K> | Promise<Narrowing<D, K> | undefined>;
  /**
   * Nothing of it depends on who asks, so that requests for it may share one run. Default: each request has its own, and
   * the filter may use the caller.
   */
  readonly sameForEverybody?: true;
  /** What is read of each record. */
  readonly fields: P;
  readonly toItem: (record: Projected<D, P>) => Item;
}

interface ListAnswer<Item> {
  readonly status: 200;
  readonly headers: { Link?: string };
  readonly body: AsyncIterable<readonly Item[]>;
}

type Numbered = Pick<OwnedRecord, '_id'>;

/** @param query with `limit`, and always on pages, the answer is a slice. `Link` leads to the others */
export function listRecords<D extends Numbered, K extends keyof D, P extends Projection<D>, Item>(
  query: Query,
  context: HandlerContext,
  { collection, filter, sameForEverybody, fields, toItem }: Listing<D, K, P, Item>,
): Promise<ListAnswer<Item>> {
  const { store, renderer } = context;
  return sameForEverybody ? shareList(query, context, read) : ownList(context, read);

  async function read(signal: AbortSignal): Promise<ListAnswer<Item>> {
    // A range of ids fits the filter of every such collection, which TypeScript cannot see of a type parameter.
    const numbered = collection as unknown as Collection<Numbered, never>;
    const finder =
      <Found extends Numbered>(narrowed: object | undefined, projection: object): Find<Found> =>
      async (range, slice) => {
        const asked = { ...slice, projection, signal };
        return (await store.readMany(numbered, { ...narrowed, ...visible, ...range }, asked)) as Found[];
      };
    // Of every collection: records that cannot be private lack the field, and match.
    const visible = visibleTo(viewerOf(context));
    const narrowed = await filter?.();
    const findIds = finder(narrowed, { _id: 1 });
    const limit = limitOf(query, renderer.pageSize);
    const after = query.after === undefined ? undefined : Number(query.after);
    const slice = limit === undefined ? undefined : await findSlice(findIds, limit, after, query, context);
    const headers = slice?.links.length ? { Link: slice.links.join(', ') } : {};
    if (slice === undefined && isBare(context)) await findIds({}, { sort: { _id: 1 }, limit: 1 });
    if (slice?.ids.length === 0 || isBare(context)) return { status: 200, headers, body: noItems() };

    type Found = Numbered & Projected<D, P>;
    // A search is not made again for the records. A list that nothing narrows is a range of ids.
    const find =
      slice && narrowed
        ? amongIds<Found>(finder(undefined, fields), slice.ids)
        : finder<Found>(narrowed, fields);
    const range = slice && { until: slice.ids.at(-1), count: slice.ids.length };
    const options = { after, order: orderOf(query), ...range, largest: store.mostAtOnce };
    const batches = await readInBatches(find, options, toItem);
    return { status: 200, headers, body: await bodyOf(batches, context) };
  }
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
  const links: string[] = [];
  // Only pages lead back, so programs do not wait for it.
  if (start !== undefined && context.renderer.pageSize !== undefined)
    links.push(linkTo('prev', await startBefore(find, limit, start, order), limit, query, context));
  if (found.length > limit) links.push(linkTo('next', ids.at(-1), limit, query, context));
  return { ids, links };
}

/** Where the slice before this one begins; undefined: at the beginning of the list. */
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
  { route, url }: HandlerContext,
): string {
  const given = Object.entries({ limit, after, ...kept, format: undefined });
  const query = given.flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return `<${url(route.endpoint.name)}?${new URLSearchParams(query)}>; rel="${rel}"`;
}
