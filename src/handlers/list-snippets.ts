/** GET /snippets/ */

import type { Snippet } from '#generated/sdk/types.gen.js';
import type { Handler, HandlerRequest, HandlerResponse, Stream } from '#generated/server/handlers.gen.js';
import { mapBatches } from '../store/batches.js';
import type { Projection } from '../store/collection.js';
import {
  type BatchOptions,
  type Order,
  type Position,
  type Range,
  rangeBehind,
  readInBatches,
  type Slice,
} from '../store/read-in-batches.js';
import type { SnippetRecord } from '../store/records.js';
import { wordsOf } from '../store/words.js';
import type { HandlerContext } from './context.js';
import { askerOf, bodyOf, isBare, noItems } from './lists.js';
import { SERIALIZED, serializeSnippet } from './serializers/snippet.js';

/** The list is ordered by `created`, which the representation does not have. */
const LISTED = { ...SERIALIZED, created: 1 } as const;

const POSITION = { created: 1 } as const;

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
  const start = query.after === undefined ? undefined : positionOf(query.after);
  if (limit !== undefined) return listSlice(find, limit, start, query, context);
  if (!isBare(context))
    return { status: 200, body: await snippetsIn(find, { after: start, order: orderOf(query) }, context) };
  await find(POSITION)({}, { sort: { created: 1, _id: 1 }, limit: 1 });
  return { status: 200, body: noItems() };
}

/** A page never shows more items than its size, whatever `limit` says. `Link` leads to the next slice. */
function limitOf({ limit }: Query, pageSize: number | undefined): number | undefined {
  return limit === undefined || pageSize === undefined ? (limit ?? pageSize) : Math.min(limit, pageSize);
}

type Query = HandlerRequest<'listSnippets'>['parameters']['query'];

const orderOf = ({ order }: Query): Order => (order === '-created' ? -1 : 1);
type Filter = Partial<Pick<SnippetRecord, 'ownerId' | 'language'>> & { words?: { $all: string[] } };

/** A blank value counts as not given, as in forms. */
async function filterOf({ q, owner, language }: Query, { store }: HandlerContext): Promise<Filter> {
  const filter: Filter = { ...(q?.trim() && { words: { $all: sought(q) } }), ...(language && { language }) };
  if (!owner) return filter;
  const user = await store.users.findOne({ username: owner }, { projection: { username: 1 } });
  // Ids begin at 1.
  return { ...filter, ownerId: user?._id ?? 0 };
}

/** A text without words asks for a word that no snippet has: `$all: []` would make MongoDB scan every record. */
function sought(q: string): string[] {
  const words = wordsOf(q);
  return words.length === 0 ? [''] : words;
}

async function listSlice(
  find: ReturnType<typeof finder>,
  limit: number,
  start: Position | undefined,
  query: Query,
  context: HandlerContext,
): Promise<HandlerResponse<'listSnippets'>> {
  const order = orderOf(query);
  // Positions alone, from an index. One more than asked for tells whether there is a next slice.
  const positions = await find(POSITION)(rangeBehind(start, order), {
    sort: { created: order, _id: order },
    limit: limit + 1,
  });
  const end = positions.slice(0, limit).at(-1);
  const isLast = positions.length <= limit || end === undefined;
  const links = [
    ...(start && context.renderer.pageSize !== undefined
      ? [linkTo('prev', await positionBefore(find, limit, start, order), limit, query, context)]
      : []),
    ...(isLast ? [] : [linkTo('next', end, limit, query, context)]),
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
async function positionBefore(
  find: ReturnType<typeof finder>,
  limit: number,
  start: Position,
  order: Order,
): Promise<Position | undefined> {
  const reverse = order === 1 ? -1 : 1;
  // The slice ends with the record at `start`.
  const before = await find(POSITION)(rangeBehind(start, reverse), {
    sort: { created: reverse, _id: reverse },
    limit,
  });
  return before[limit - 1];
}

/** Keeps the filters and the order. @param after where the slice begins; undefined: at the beginning of the list */
function linkTo(
  rel: 'prev' | 'next',
  after: Position | undefined,
  limit: number,
  { q, owner, language, order }: Query,
  { url }: HandlerContext,
): string {
  const given = { limit: String(limit), after: after && cursorOf(after), q, owner, language, order };
  const query = Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `<${url('snippets:list')}?${new URLSearchParams(query)}>; rel="${rel}"`;
}

function finder(filter: Filter, { store }: HandlerContext, signal: AbortSignal) {
  return <const P extends Projection<SnippetRecord>>(projection: P) =>
    async (range: Range, slice: Slice) => {
      signal.throwIfAborted();
      return store.readMany(store.snippets, { ...filter, ...range }, { ...slice, projection });
    };
}

async function snippetsIn(
  find: ReturnType<typeof finder>,
  range: Omit<BatchOptions, 'largest'>,
  context: HandlerContext,
): Promise<Stream<Snippet>> {
  const { ownership, store } = context;
  const records = await readInBatches(find(LISTED), { ...range, largest: store.mostAtOnce });
  return bodyOf(
    mapBatches(records, (snippet) => serializeSnippet(snippet, ownership)),
    context,
  );
}

/** Opaque to clients: creation time and id of the last snippet of a slice, in base 36. */
const cursorOf = ({ created, _id }: Position): string =>
  `${created.getTime().toString(36)}-${_id.toString(36)}`;

function positionOf(cursor: string): Position {
  const [created = 0, _id = 0] = cursor.split('-').map((part) => Number.parseInt(part, 36));
  return { created: new Date(created), _id };
}
