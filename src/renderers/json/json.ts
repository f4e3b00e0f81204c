/** The JSON renderer: compact, UTF-8, no charset (RFC 8259, 11); lists are streamed. */
import { Readable } from 'node:stream';
import type { Renderer } from '../renderer.js';

/** Large enough to keep the number of writes small, small enough to start early. */
const CHUNK_CHARACTERS = 64 * 1024;

export const json = {
  mediaType: 'application/json',
  format: 'json',
  contentType: 'application/json',
  render: (body: unknown): string | Readable =>
    isAsyncIterable(body) ? Readable.from(arrayChunks(body)) : JSON.stringify(body),
} satisfies Renderer;

function isAsyncIterable(body: unknown): body is AsyncIterable<unknown> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

async function* arrayChunks(items: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let chunk = '[';
  let separator = '';
  for await (const item of items) {
    chunk += separator + JSON.stringify(item);
    separator = ',';
    if (chunk.length >= CHUNK_CHARACTERS) {
      yield Buffer.from(chunk);
      chunk = '';
    }
  }
  yield Buffer.from(`${chunk}]`);
}
