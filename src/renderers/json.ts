/** The JSON renderer: compact, UTF-8, no charset (RFC 8259, 11); lists are streamed. */
import { Readable } from 'node:stream';
import type { Answer } from '../pipeline/request/answer.js';
import type { Renderer } from '../pipeline/request/api-request.js';
import { EncodedList } from './encoded-list.js';

/** Large enough to keep the number of writes small, small enough to start early. */
const CHUNK_CHARACTERS = 64 * 1024;

export const json = {
  mediaType: 'application/json',
  format: 'json',
  contentType: 'application/json',
  render({ body }: Answer): string | Buffer | Readable {
    if (body instanceof EncodedList)
      return body.rest ? stream(chunksBehind(body.head, body.rest())) : body.head;
    return isAsyncIterable(body) ? stream(chunksBehind(Buffer.from('['), body)) : JSON.stringify(body);
  },
} satisfies Renderer;

function isAsyncIterable(body: unknown): body is AsyncIterable<readonly unknown[]> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

const stream = (chunks: AsyncIterable<Buffer>) => Readable.from(chunks, { objectMode: false });

/**
 * @param head a JSON array without its closing bracket
 * @param batches the items after the head. To write a whole batch at once costs half of what writing each item costs
 */
async function* chunksBehind(
  head: Buffer,
  batches: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<Buffer> {
  let separator = head.length > 1 ? ',' : '';
  yield head;
  let chunk = '';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    chunk += separator + JSON.stringify(batch).slice(1, -1);
    separator = ',';
    if (chunk.length >= CHUNK_CHARACTERS) {
      yield Buffer.from(chunk);
      chunk = '';
    }
  }
  yield Buffer.from(`${chunk}]`);
}
