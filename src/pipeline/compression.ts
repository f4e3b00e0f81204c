/** Compresses answers in a coding that the client accepts (RFC 9110, 12.5.3), and makes the entity tag of each coding. */
import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Context } from 'koa';
import type { ApiRequest, RenderedAnswer } from '../http/api-request.js';

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

/** Bytes. A smaller body fits into one packet either way. */
const WORTH_IT = 1024;

const TEXTUAL = /^(text\/|application\/(json|yaml|.*\+json)|image\/svg\+xml)/;

/** Bytes. */
const LARGE = 256 * 1024;

/**
 * An encoder keeps up to 1.3 MB while its client reads, and a large body waits for a thread. More of them than this go
 * out as they are: otherwise clients could fill the memory.
 */
const MOST_LARGE = 32;

/** Streams and large bodies that are being compressed, in the whole process. */
let compressing = 0;

export function compress(
  answer: RenderedAnswer,
  request: ApiRequest,
): RenderedAnswer | Promise<RenderedAnswer> {
  request.vary('Accept-Encoding');
  const { headers, body } = answer;
  if (body === null || headers['Content-Encoding'] !== undefined) return answer;
  const isStream = body instanceof Readable;
  if (!isStream && Buffer.byteLength(body) < WORTH_IT) return answer;
  // What depends on the length of a list, HEAD leaves out (RFC 9110, 9.3.2): it makes none.
  if (isStream && request.method === 'HEAD') return answer;
  if (!TEXTUAL.test(String(headers['Content-Type']))) return answer;
  const [coding] = acceptedCodings(request.ctx);
  const isLarge = isStream || body.length > LARGE;
  if (coding === undefined || (isLarge && compressing >= MOST_LARGE)) return answer;

  const count = (more: number) => {
    if (isLarge) compressing += more;
  };
  count(1);
  if (!isStream)
    return encode(Buffer.from(body), coding)
      .then((bytes) => coded(answer, bytes, coding))
      .finally(() => count(-1));
  const encoder = makeEncoder(coding).once('close', () => count(-1));
  // Each ends with the other: a list that breaks off must not look complete, nor be read for a client that has gone.
  pipeline(body, encoder, () => undefined);
  return coded(answer, encoder, coding);
}

function coded({ status, headers }: RenderedAnswer, body: Buffer | Readable, coding: Coding): RenderedAnswer {
  const { ETag } = headers;
  const tag = ETag === undefined ? {} : { ETag: codedTag(String(ETag), coding) };
  return { status, headers: { ...headers, 'Content-Encoding': coding, ...tag }, body };
}

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
function makeEncoder(coding: Coding): Transform {
  if (coding === 'br') return zlib.createBrotliCompress({ ...brotli(4), flush: BROTLI_OPERATION_FLUSH });
  return zlib.createGzip({ chunkSize, level: 4, flush: Z_SYNC_FLUSH });
}
