// Lists that come in slices, followed as their `Link` headers lead (RFC 8288).
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { checkArguments, readNumbers } from './build-request.js';
import type { CallOptions, Transport } from './call-types.js';
import { UnexpectedResponseError } from './errors.js';

/** So many slices may be empty, because their items have been deleted meanwhile. */
const MOST_EMPTY = 10;

/** One slice of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next slice begins, to go on later with `after`; `undefined` on the last one. */
  readonly next: string | undefined;
  readonly response: Response;
}

/** What a list takes besides the arguments of its operation. `limit` is how many items a request gets: 100 when left out. */
export interface ListingArguments {
  /** So many items at most; all of them when left out. */
  max?: number | undefined;
}

/** A list that is fetched as it is read: one request for each slice, and none before the first is asked for. */
export interface Listing<Item> extends AsyncIterable<Item> {
  /** The first slice alone. */
  page(): Promise<Page<Item>>;
  /** Slice by slice. Rejects with an `UnexpectedResponseError` when an answer is no list, or leads in a circle. */
  pages(): AsyncGenerator<Page<Item>, void, undefined>;
  /** All of it in memory. */
  toArray(): Promise<Item[]>;
}

interface Slice {
  limit?: number;
  after?: string;
}

/** @throws TypeError for what the operation does not take */
export function list(
  transport: Transport,
  operation: OperationDescription,
  { max: given, ...args }: ListingArguments & Slice = {},
  options: CallOptions = {},
): Listing<unknown> {
  checkArguments(operation.id, operation, args);
  const { max } = readNumbers(operation.id, { max: given }, { max: Number.POSITIVE_INFINITY });
  const { limit = 100, after: first } = args;
  return {
    pages,
    // There is a first one, since `max` is one or more.
    page: async () => (await pages().next()).value as Page<unknown>,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) {
        for (const item of items) {
          options.signal?.throwIfAborted();
          yield item;
        }
      }
    },
    async toArray() {
      const all: unknown[] = [];
      for await (const item of this) all.push(item);
      return all;
    },
  };

  async function* pages(): AsyncGenerator<Page<unknown>, void, undefined> {
    const seen = new Set<string | undefined>([first ?? '']);
    let after = first;
    for (let found = 0; found < max; ) {
      const slice = { ...args, limit: Math.min(limit, max - found), after };
      const { data, response } = await transport.send(operation, slice, options);
      const link = response.headers
        .get('link')
        ?.split('<')
        .find((one) => /;\s*rel="?next\b/i.test(one));
      // Only the position is taken from the link: credentials must not follow it to another host.
      const next = new URLSearchParams(link?.split(/[?>]/)[1]).get('after') ?? undefined;
      // A cache that ignores the query would repeat its slices without end.
      if (!Array.isArray(data) || seen.has(next) || seen.size > found + MOST_EMPTY)
        throw new UnexpectedResponseError(operation, response.url, 'No list, or a loop', response);
      yield { items: data, next, response };
      if (next === undefined) return;
      found += data.length;
      seen.add(next);
      after = next;
    }
  }
}
