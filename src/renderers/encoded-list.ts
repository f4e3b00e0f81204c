/** The body of a list that is JSON text already, all of it or its beginning, made once for all requests that share it. */
import { type Batches, itemsFrom } from '../store/batches.js';

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
/**
 * Milliseconds until the answer begins: each batch waits for its turn, and each turn may be long while many clients write.
 */
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
          const chunk = Buffer.from(JSON.stringify(items)).subarray(0, -1);
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
