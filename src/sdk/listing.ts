// Lists that come in slices, followed as their `Link` headers lead (RFC 8288).
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { checkNames, checkNumbers } from './build-request.js';
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

/** How a list is fetched. */
export interface ListingSize {
  /** So many items a request, 1 to 1000; 100 when left out. */
  batch?: number | undefined;
  /** So many items at most; all of them when left out. */
  max?: number | undefined;
}

interface After {
  /** Where the first slice begins. */
  after?: string;
}

/** A list that is fetched as it is read: one request for each `batch` items, and none before the first is asked for. */
export interface Listing<Item> extends AsyncIterable<Item> {
  /** The same slice by slice. Rejects with an `UnexpectedResponseError` when an answer is no list, or leads in a circle. */
  pages(): AsyncGenerator<Page<Item>, void, undefined>;
  /** All of it in memory. */
  toArray(): Promise<Item[]>;
}

/**
 * @param narrowing what the operation takes besides its slices, and the size
 * @throws TypeError for what the operation does not take, or when `batch` or `max` makes no sense
 */
export function list(
  transport: Transport,
  operation: OperationDescription,
  { batch = 100, max = Number.POSITIVE_INFINITY, after: first, ...narrowing }: ListingSize & After = {},
  options: CallOptions = {},
): Listing<unknown> {
  // How many a request gets is called `batch`.
  checkNames({ ...operation, query: operation.query?.filter((name) => name !== 'limit') ?? [] }, narrowing);
  checkNumbers({ batch, max });
  return {
    pages,
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
      for await (const { items } of pages()) all.push(...items);
      return all;
    },
  };

  async function* pages(): AsyncGenerator<Page<unknown>, void, undefined> {
    const seen = new Set<string | undefined>([first ?? '']);
    let after = first;
    for (let found = 0; found < max; ) {
      const slice = { ...narrowing, limit: Math.min(batch, max - found), after };
      const { data, response, trace } = await transport.send(operation, slice, options);
      const next = nextAfter(response.headers.get('link') ?? '');
      // A cache that ignores the query would repeat its slices without end.
      if (!Array.isArray(data) || seen.has(next) || seen.size > found + MOST_EMPTY)
        throw new UnexpectedResponseError(
          operation.id,
          `No list, or in a circle: ${trace.at(-1)?.url}`,
          response,
        );
      yield { items: data, next, response };
      if (next === undefined) return;
      found += data.length;
      seen.add(next);
      after = next;
    }
  }
}

/** Only the position is taken from the link: credentials must not follow it to another host. */
function nextAfter(links: string): string | undefined {
  const link = links.split('<').find((one) => /;\s*rel="?next\b/i.test(one));
  return new URLSearchParams(link?.split(/[?>]/)[1]).get('after') ?? undefined;
}
