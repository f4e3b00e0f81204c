/** GET /snippets/ */

import type { Snippet } from '#generated/sdk/types.gen.js';
import type { Handler, HandlerRequest, HandlerResponse, Stream } from '#generated/server/handlers.gen.js';
import { textOfExcerpt } from '../highlighting/excerpt.js';
import { mapBatches } from '../store/batches.js';
import type { Projection } from '../store/collection.js';
import {
  type BatchOptions,
  type Order,
  type Range,
  rangeBehind,
  readInBatches,
  type Slice,
} from '../store/read-in-batches.js';
import type { SnippetRecord } from '../store/records.js';
import { soughtTerms } from '../store/terms.js';
import type { HandlerContext } from './context.js';
import { askerOf, bodyOf, isBare, noItems } from './lists.js';
import { SERIALIZED, serializeSnippet } from './serializers/snippet.js';

/** What a page of a list reads: the beginning of the code, and never all of it. */
const ROW = {
  owner: 1,
  title: 1,
  linenos: 1,
  language: 1,
  style: 1,
  created: 1,
  excerpt: 1,
  length: 1,
} as const;

/** An item of a list on a page. Its code is the beginning of the stored code, and `excerpt` the same with colours. */
export interface SnippetRow extends Snippet, Pick<SnippetRecord, 'created' | 'excerpt' | 'length'> {}

const ID = { _id: 1 } as const;

/** Requests for the same list share one run: the answer does not depend on who asks. */
export const listSnippets: Handler<'listSnippets', HandlerContext> = ({ parameters: { query } }, context) => {
  const { request, renderer } = context;
  const key = JSON.stringify([request.method, renderer.pageSize, query]);
  return context.lists.snippets(key, askerOf(context), (signal) => list(query, context, signal));
};

/** The list, or with `limit` a slice of it; streamed, so that memory does not grow with its length. */
async function list(
  query: Query,
  context: HandlerContext,
  signal: AbortSignal,
): Promise<HandlerResponse<'listSnippets'>> {
  const find = finder(await filterOf(query, context), context, signal);
  const limit = limitOf(query, context.renderer.pageSize);
  const start = query.after === undefined ? undefined : Number(query.after);
  if (limit !== undefined) return listSlice(find, limit, start, query, context);
  if (!isBare(context))
    return { status: 200, body: await snippetsIn(find, { after: start, order: orderOf(query) }, context) };
  await find(ID)({}, { sort: { _id: 1 }, limit: 1 });
  return { status: 200, body: noItems() };
}

/** A page never shows more items than its size, whatever `limit` says. `Link` leads to the next slice. */
function limitOf({ limit }: Query, pageSize: number | undefined): number | undefined {
  return limit === undefined || pageSize === undefined ? (limit ?? pageSize) : Math.min(limit, pageSize);
}

type Query = HandlerRequest<'listSnippets'>['parameters']['query'];
type Filter = { terms?: { $all: (string | RegExp)[] } };

const orderOf = ({ order }: Query): Order => (order === '-created' ? -1 : 1);

/** A blank value counts as not given, as in forms. */
async function filterOf({ q, owner, language }: Query, { store }: HandlerContext): Promise<Filter> {
  const user = owner
    ? await store.users.findOne({ username: owner }, { projection: { username: 1 } })
    : undefined;
  // Ids begin at 1: nobody has a snippet of an unknown user.
  const ownerId = owner ? (user?._id ?? 0) : undefined;
  const terms = soughtTerms(q?.trim() ? q : undefined, { ownerId, language: language || undefined });
  return terms === undefined ? {} : { terms: { $all: terms } };
}

async function listSlice(
  find: ReturnType<typeof finder>,
  limit: number,
  start: number | undefined,
  query: Query,
  context: HandlerContext,
): Promise<HandlerResponse<'listSnippets'>> {
  const order = orderOf(query);
  // Ids alone, from an index. One more than asked for tells whether there is a next slice.
  const found = await find(ID)(rangeBehind(start, order), { sort: { _id: order }, limit: limit + 1 });
  const end = found.slice(0, limit).at(-1)?._id;
  const isLast = found.length <= limit || end === undefined;
  const isPage = context.renderer.pageSize !== undefined;
  const links = [
    ...(start !== undefined && isPage
      ? [linkTo('prev', await startBefore(find, limit, start, order), limit, query, context)]
      : []),
    ...(isLast ? [] : [linkTo('next', end, limit, query, context)]),
    ...(isPage && !isLast
      ? [linkTo('last', await startOfLast(find, limit, order), limit, query, context)]
      : []),
  ];
  const isEmpty = end === undefined || isBare(context);
  return {
    status: 200,
    headers: links.length === 0 ? {} : { Link: links.join(', ') },
    body: isEmpty ? noItems() : await snippetsIn(find, { after: start, until: end, order }, context),
  };
}

/**
 * Where the slice before this one begins; undefined: at the beginning of the list. Only pages need it, so programs do
 * not wait for it.
 */
async function startBefore(
  find: ReturnType<typeof finder>,
  limit: number,
  start: number,
  order: Order,
): Promise<number | undefined> {
  const reverse = order === 1 ? -1 : 1;
  // The slice ends with the record at `start`.
  const before = await find(ID)(rangeBehind(start, reverse), { sort: { _id: reverse }, limit });
  return before[limit - 1]?._id;
}

/** Where the last slice begins, which has as many items as the others. */
async function startOfLast(
  find: ReturnType<typeof finder>,
  limit: number,
  order: Order,
): Promise<number | undefined> {
  const reverse = order === 1 ? -1 : 1;
  const last = await find(ID)({}, { sort: { _id: reverse }, limit: limit + 1 });
  return last[limit]?._id;
}

/** Keeps the filters and the order. @param after where the slice begins; undefined: at the beginning of the list */
function linkTo(
  rel: 'prev' | 'next' | 'last',
  after: number | undefined,
  limit: number,
  { q, owner, language, order }: Query,
  { url }: HandlerContext,
): string {
  const given = { limit: String(limit), after: after?.toString(), q, owner, language, order };
  const query = Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `<${url('snippets:list')}?${new URLSearchParams(query)}>; rel="${rel}"`;
}

function finder(filter: Filter, { store }: HandlerContext, signal: AbortSignal) {
  return <const P extends Projection<SnippetRecord>>(projection: P) =>
    async ({ _id }: Range, slice: Slice) => {
      const narrowed = { ...filter, ...(_id !== undefined && { _id }) };
      return store.readMany(store.snippets, narrowed, { ...slice, projection, signal });
    };
}

async function snippetsIn(
  find: ReturnType<typeof finder>,
  range: Omit<BatchOptions, 'largest'>,
  context: HandlerContext,
): Promise<Stream<Snippet>> {
  const { ownership, store, renderer } = context;
  const options = { ...range, largest: store.mostAtOnce };
  if (renderer.pageSize !== undefined) {
    const rows = await readInBatches(find(ROW), options);
    return bodyOf(
      mapBatches(rows, (row) => toRow(row, ownership)),
      context,
    );
  }
  const records = await readInBatches(find(SERIALIZED), options);
  return bodyOf(
    mapBatches(records, (snippet) => serializeSnippet(snippet, ownership)),
    context,
  );
}

type Row = Pick<SnippetRecord, '_id' | keyof typeof ROW>;

function toRow(row: Row, ownership: boolean): SnippetRow {
  const { created, excerpt, length } = row;
  const snippet = serializeSnippet({ ...row, code: textOfExcerpt(excerpt) }, ownership);
  return { ...snippet, created, excerpt, length };
}
