/** The JSON renderer: compact, UTF-8, no charset (RFC 8259, 11); lists are streamed. */
import { Readable } from 'node:stream';
import type { Answer } from '../http/answer.js';
import type { ApiRequest } from '../http/api-request.js';
import type { Renderer } from '../http/route.js';
import { type Caller, senderOf } from '../http/sender.js';
import { makeFairLimit } from '../scheduling/fair-limit.js';
import { type Batches, itemsFrom } from '../store/batches.js';

/** Large enough to keep the number of writes small, small enough to start early. */
const CHUNK_CHARACTERS = 64 * 1024;

interface Reader {
  readonly request: Pick<ApiRequest, 'ip' | 'signal'>;
  readonly caller?: Caller;
}

export const json = {
  mediaType: 'application/json',
  format: 'json',
  contentType: 'application/json',
  render({ body }: Answer, reader: Reader): string | Buffer | Readable {
    if (body instanceof EncodedList) return body.rest ? stream(body.head, body.rest(), reader) : body.head;
    if (!isAsyncIterable(body)) return jsonOf(body);
    return stream(Buffer.from('['), body, reader);
  },
} satisfies Renderer;

const TEXT = Symbol('JSON');

/** Gives a value the text that its JSON is. */
export const withJson = <T extends object>(value: T, text: string): T =>
  Object.defineProperty(value, TEXT, { value: text });

export const jsonOf = (value: unknown): string =>
  (typeof value === 'object' && value !== null && Reflect.get(value, TEXT)) || JSON.stringify(value);

/** To write all of them at once costs half of what writing each item costs. */
function jsonOfAll(items: readonly unknown[]): string {
  const [first] = items;
  const hasText = typeof first === 'object' && first !== null && TEXT in first;
  return hasText ? `[${items.map(jsonOf).join(',')}]` : JSON.stringify(items);
}

function isAsyncIterable(body: unknown): body is AsyncIterable<readonly unknown[]> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Lists that are being sent. What has begun is never refused: this queue has no other bound than connections have. */
const sending = makeFairLimit({ concurrency: 8, capacity: Number.POSITIVE_INFINITY });

/**
 * Each batch is read in a turn of its sender: many long lists of one sender do not delay the lists of others. Nothing is
 * read ahead or kept after it is encoded: for a client that does not read, one chunk is in memory.
 *
 * @param head a JSON array without its closing bracket
 * @param batches the items after the head
 */
async function* chunksOf(
  head: Buffer,
  batches: AsyncIterable<readonly unknown[]>,
  reader: Reader,
): AsyncGenerator<Buffer, void> {
  const iterator = batches[Symbol.asyncIterator]();
  try {
    yield head;
    let separator = head.length > 1 ? ',' : '';
    for (let chunk = ''; ; ) {
      const read = await sending.run(senderOf(reader), () => iterator.next(), reader.request.signal);
      if (read.done) return yield Buffer.from(`${chunk}]`);
      if (read.value.length === 0) continue;
      chunk += separator + jsonOfAll(read.value).slice(1, -1);
      separator = ',';
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield Buffer.from(chunk);
      chunk = '';
    }
  } finally {
    await iterator.return?.();
  }
}

/** `Readable.from` would read one more batch for each client that does not read. */
function stream(...list: Parameters<typeof chunksOf>): Readable {
  const chunks = chunksOf(...list);
  return new Readable({
    highWaterMark: 0,
    read() {
      chunks.next().then(
        ({ value }) => this.push(value ?? null),
        (error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      chunks.return().then(() => done(error), done);
    },
  });
}

export class EncodedList<Item> implements AsyncIterable<readonly Item[]> {
  constructor(
    /** A JSON array; without its closing bracket when there is a rest. */
    readonly head: Buffer,
    /** Reads the items after the head, for each reader on its own. undefined: there are none. */
    readonly rest: (() => AsyncIterable<readonly Item[]>) | undefined,
  ) {}

  /** The items again, for pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Item[]> {
    yield JSON.parse(this.rest ? `${this.head}]` : String(this.head));
    if (this.rest) yield* this.rest();
  }
}

export type EncodeList = <Item, Place>(batches: Batches<Item, Place>) => Promise<EncodedList<Item>>;

/** Bytes of a list that is kept whole: a thousand snippets of a kilobyte. A client that does not read holds as much. */
const LARGEST = 1_500_000;
/** Milliseconds until the answer begins: each batch waits for its turn, which may be long while many clients write. */
const LONGEST_MS = 2000;
/** Bytes of all lists that are being encoded. */
const MOST_TOGETHER = 32_000_000;

const CLOSING = Buffer.from(']');
const headOf = ([first = Buffer.from('[')]: readonly Buffer[]): Buffer => first;

/**
 * @returns encodes a short list whole, and of a long one the first batch: its readers read on, each on its own, so that
 *   a slow one holds little and holds up nobody
 */
export function makeEncodeList(): EncodeList {
  let together = 0;

  return async function encodeList({ first, read }) {
    const chunks: Buffer[] = [];
    let length = 0;
    const began = performance.now();
    try {
      for (let batch = first; ; ) {
        const { items, next } = batch;
        // Asked for now, so that the store works on it while this batch is encoded.
        const following = next && read(next);
        if (items.length > 0) {
          const chunk = Buffer.from(jsonOfAll(items)).subarray(0, -1);
          // In place of its opening bracket.
          if (chunks.length > 0) chunk.write(',');
          chunks.push(chunk);
          length += chunk.length;
          together += chunk.length;
        }
        if (following === undefined)
          return new EncodedList(Buffer.concat([headOf(chunks), ...chunks.slice(1), CLOSING]), undefined);
        batch = await following;
        const isLate = performance.now() - began > LONGEST_MS;
        if (length > LARGEST || together > MOST_TOGETHER || isLate) break;
      }
    } finally {
      together -= length;
    }
    return new EncodedList(headOf(first.items.length > 0 ? chunks : []), () => itemsFrom(first.next, read));
  };
}
