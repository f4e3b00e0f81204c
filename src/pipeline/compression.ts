/** Compresses answers in a coding that the client accepts (RFC 9110, 12.5.3), and makes the entity tag of each coding. */
import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Context } from 'koa';
import type { RenderedAnswer } from './answer.js';
import type { ApiRequest } from './api-request.js';

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

export async function compress(answer: RenderedAnswer, request: ApiRequest): Promise<RenderedAnswer> {
  request.vary('Accept-Encoding');
  const { headers, body } = answer;
  if (body === null || headers['Content-Encoding'] !== undefined) return answer;
  if (!TEXTUAL.test(String(headers['Content-Type']))) return answer;
  const isStream = body instanceof Readable;
  if (!isStream && Buffer.byteLength(body) < WORTH_IT) return answer;
  const [coding] = acceptedCodings(request.ctx);
  if (coding === undefined) return answer;
  if (!isStream && body.length <= LARGE)
    return coded(answer, await encode(Buffer.from(body), coding), coding);

  // What depends on the length of a list, HEAD leaves out (RFC 9110, 9.3.2): it makes none.
  if (compressing >= MOST_LARGE || (isStream && request.method === 'HEAD')) return answer;
  compressing += 1;
  if (isStream) {
    const encoder = ENCODERS[coding].stream().once('close', () => {
      compressing -= 1;
    });
    // Each ends with the other: a list that breaks off must not look complete, nor be read for a client that has gone.
    return coded(
      answer,
      pipeline(body, encoder, () => undefined),
      coding,
    );
  }
  try {
    return coded(answer, await encode(Buffer.from(body), coding), coding);
  } finally {
    compressing -= 1;
  }
}

function coded({ status, headers }: RenderedAnswer, body: Buffer | Readable, coding: Coding): RenderedAnswer {
  const { ETag } = headers;
  const tag = ETag === undefined ? {} : { ETag: codedTag(String(ETag), coding) };
  return { status, headers: { ...headers, 'Content-Encoding': coding, ...tag }, body };
}

/** In the thread pool. @param isKept the result is sent often, so it is worth ten times the time */
export function encode(bytes: Buffer, coding: Coding, isKept = false): Promise<Buffer> {
  return ENCODERS[coding].encode(bytes, isKept);
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

interface Encoder {
  encode(bytes: Buffer, isKept: boolean): Promise<Buffer>;
  /** Passes on each chunk at once, so that a reader waits for no later one. */
  stream(): Transform;
}

const ENCODERS: Readonly<Record<Coding, Encoder>> = {
  br: {
    encode: (bytes, isKept) => brotliCompress(bytes, brotli(isKept ? 9 : 5)),
    stream: () => zlib.createBrotliCompress({ ...brotli(4), flush: BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    encode: (bytes, isKept) => gzip(bytes, { chunkSize, level: isKept ? 9 : 6 }),
    stream: () => zlib.createGzip({ chunkSize, level: 4, flush: Z_SYNC_FLUSH }),
  },
};
