/** The JSON renderer: compact, UTF-8, no charset (RFC 8259, 11); lists are streamed. */
import { Readable } from 'node:stream';
import type { Renderer } from '../pipeline/api-request.js';

/** Large enough to keep the number of writes small, small enough to start early. */
const CHUNK_CHARACTERS = 64 * 1024;

export const json = {
  mediaType: 'application/json',
  format: 'json',
  contentType: 'application/json',
  render: (body: unknown): string | Readable =>
    isAsyncIterable(body) ? Readable.from(arrayChunks(body), { objectMode: false }) : JSON.stringify(body),
} satisfies Renderer;

function isAsyncIterable(body: unknown): body is AsyncIterable<readonly unknown[]> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** @param batches the items of one array. Writing a whole batch at once costs half of writing each item */
async function* arrayChunks(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<Buffer> {
  let chunk = '[';
  let separator = '';
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
