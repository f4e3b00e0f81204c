/** The codings of content (RFC 9110, 8.4.1): which a client accepts, their encoders, and the entity tags of each. */
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Context } from 'koa';

export type Coding = 'br' | 'gzip';

/** The best first. */
const CODINGS: readonly Coding[] = ['br', 'gzip'];

/** The codings that a client accepts, the best first. A client that sends no `Accept-Encoding` may know none. */
export const acceptedCodings = (ctx: Context): readonly Coding[] =>
  CODINGS.filter((coding) => ctx.acceptsEncodings(coding));

/** Compressed bytes are another representation, so they have another tag (RFC 9110, 8.8.3.3): `"7"`, `"7-br"`. */
export const codedTag = (etag: string, coding: Coding): string => etag.replace(/"$/, `-${coding}"`);

/** The tags of one version: without a coding, and in each of these. */
export const tagsOf = (etag: string, codings: readonly Coding[] = CODINGS): readonly string[] => [
  etag,
  ...codings.map((coding) => codedTag(etag, coding)),
];

const { BROTLI_OPERATION_FLUSH, BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, Z_SYNC_FLUSH } = zlib.constants;

/** Each turn in the thread pool fills one chunk, so that large bodies take turns with small ones. */
const chunkSize = 64 * 1024;

/** A window of 256 KiB: with the usual 4 MiB, an encoder could take as much memory. */
const brotli = (quality: number): zlib.BrotliOptions => ({
  chunkSize,
  params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_LGWIN]: 18 },
});

const brotliCompress = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** In the thread pool. @param isKept the result is sent often, so it is worth ten times the time */
export function encode(bytes: Buffer, coding: Coding, isKept = false): Promise<Buffer> {
  if (coding === 'br') return brotliCompress(bytes, brotli(isKept ? 9 : 5));
  return gzip(bytes, { chunkSize, level: isKept ? 9 : 6 });
}

/** Passes on each chunk at once, so that a reader waits for no later one. */
export function makeEncoder(coding: Coding): Transform {
  if (coding === 'br') return zlib.createBrotliCompress({ ...brotli(4), flush: BROTLI_OPERATION_FLUSH });
  return zlib.createGzip({ chunkSize, level: 4, flush: Z_SYNC_FLUSH });
}
