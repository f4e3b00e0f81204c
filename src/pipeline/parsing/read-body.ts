/** Reads the bytes of a request's body, decoded from their content coding, within the deployment's limit. */
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Context } from 'koa';
import { ApiError, ParseError, PayloadTooLarge, UnsupportedMediaType } from '../../errors/index.js';
import { mediaTypeOf } from './media-type.js';
import type { makePlainReader } from './read-plain-body.js';

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The types that `parse-body.ts` has a parser for. */
const MEDIA_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** koa-body reads the bodies of these. */
const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE', 'HEAD'];

/** Whether a body comes at all (RFC 9112, 6.3); an empty one counts as none. */
export function hasBody({ headers }: Pick<Context, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * @param maxBytes counts decoded bytes, so that a small bomb does not become a large body
 * @throws PayloadTooLarge, UnsupportedMediaType (the coding), ParseError (the bytes do not decode, the client hung up)
 */
export function readBody(maxBytes: number): (ctx: Context) => Promise<Buffer> {
  let readPlain: Promise<ReturnType<typeof makePlainReader>> | undefined;
  return async (ctx) => {
    if (!hasBody(ctx)) return Buffer.alloc(0);
    try {
      // co-body reads the length as a 32-bit integer, so a length of 4 GiB would pass as 0.
      if (Number(ctx.headers['content-length'] ?? 0) > maxBytes) throw new PayloadTooLarge(maxBytes);
      if (!isPlain(ctx)) return await readDecoded(ctx, maxBytes);
      readPlain ??= loadPlainReader(maxBytes);
      return await (await readPlain)(ctx);
    } catch (error) {
      throw readError(error, maxBytes);
    } finally {
      // The rest is discarded, not left unread: a client that still sends would never read the answer.
      ctx.req.resume();
    }
  };
}

/** koa-body takes a tenth of a start to load, and the first requests rarely have a body. */
async function loadPlainReader(maxBytes: number) {
  const { makePlainReader } = await import('./read-plain-body.js');
  return makePlainReader(MEDIA_TYPES, maxBytes);
}

/** What koa-body reads: a body without a content coding, of one of the types that the parsers know. */
function isPlain({ method, headers }: Context): boolean {
  return (
    METHODS.includes(method) &&
    codingOf(headers) === 'identity' &&
    MEDIA_TYPES.includes(mediaTypeOf(headers['content-type']))
  );
}

/** What koa-body cannot: it does not show its decompressor, whose errors after a limit would end the process. */
async function readDecoded({ req, headers }: Context, limit: number): Promise<Buffer> {
  const { default: getRawBody } = await import('raw-body');
  const coding = codingOf(headers);
  const length = headers['content-length'];
  if (coding === 'identity') return getRawBody(req, length === undefined ? { limit } : { limit, length });

  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.() : undefined;
  if (!decoder) throw new UnsupportedMediaType(headers['content-encoding'] ?? '');
  // raw-body stops listening at the limit; the decoder may still fail after that, and must not end the process.
  decoder.on('error', () => undefined);
  req.once('aborted', () => decoder.destroy(new Error('request aborted')));
  try {
    return await getRawBody(req.pipe(decoder), { limit });
  } finally {
    req.unpipe(decoder);
    decoder.destroy();
  }
}

function codingOf(headers: Context['headers']): string {
  return (headers['content-encoding'] ?? '').trim().toLowerCase() || 'identity';
}

function readError(error: unknown, maxBytes: number): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Error && 'type' in error && error.type === 'entity.too.large')
    return new PayloadTooLarge(maxBytes);
  const reason = error instanceof Error ? error.message : String(error);
  return new ParseError({ detail: `Request body cannot be read - ${reason}`, cause: error });
}
