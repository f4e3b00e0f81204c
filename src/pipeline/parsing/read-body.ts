/** Reads the bytes of a request's body, decoded from their content coding, within the limit of its operation. */

import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Context } from 'koa';
import { NO_BODY } from '../../contract/max-body-bytes.js';
import type { Method } from '../../contract/specification.js';
import { ApiError, ParseError, PayloadTooLarge, UnsupportedMediaType } from '../../errors/index.js';
import type { ApiRequest } from '../request/api-request.js';
import { senderOf } from '../request/sender.js';
import { makeBodyBudget } from './body-budget.js';

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

/** Whether the request has a body (RFC 9112, 6.3). An empty body counts as none. */
export function hasBody({ headers }: Pick<Context, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** What of a request decides how its body is read. */
type Sent = Pick<ApiRequest, 'ctx' | 'found' | 'ip'>;

/**
 * @param mostBytes the deployment's limit, which no operation exceeds. Limits count decoded bytes, so that a small
 *   compressed body cannot become a large one
 * @throws PayloadTooLarge, UnsupportedMediaType (the coding), ParseError (the bytes do not decode, the client hung up),
 *   ServiceUnavailable (too many bodies are still arriving)
 */
export function readBody(mostBytes: number): (request: Sent) => Promise<Buffer> {
  const plainReaders = new Map<number, ReturnType<typeof loadPlainReader>>();
  const reserve = makeBodyBudget();
  return async (request) => {
    const { ctx } = request;
    if (!hasBody(ctx)) return Buffer.alloc(0);
    const maxBytes = Math.min(limitOf(request), mostBytes);
    let giveBack = () => {};
    try {
      // co-body reads the length as a 32-bit integer, so a length of 4 GiB would pass as 0.
      if (Number(ctx.headers['content-length'] ?? 0) > maxBytes) throw new PayloadTooLarge(maxBytes);
      // Decompression multiplies what a sender costs, so only known users get it.
      if (isCompressed(ctx.headers) && !request.found.caller?.user)
        throw new UnsupportedMediaType(ctx.headers['content-encoding'] ?? '');
      giveBack = reserve(senderOf(request), mostOf(ctx, maxBytes), () => ctx.req.destroy());
      if (!isPlain(ctx)) return await readDecoded(ctx, maxBytes);
      const readPlain = plainReaders.get(maxBytes) ?? loadPlainReader(maxBytes);
      plainReaders.set(maxBytes, readPlain);
      return await (await readPlain)(ctx);
    } catch (error) {
      throw readError(error, maxBytes);
    } finally {
      giveBack();
      // Reads and discards the rest, because a client that is still sending would not read the answer.
      ctx.req.resume();
    }
  };
}

/** A scheme may read the body before its operation is matched. */
function limitOf({ ctx, found }: Sent): number {
  return found.endpoint?.operations.get(ctx.method.toLowerCase() as Method)?.maxBodyBytes ?? NO_BODY;
}

/** The bytes that the body takes at most, once it is decoded. */
function mostOf({ headers }: Context, maxBytes: number): number {
  const { 'content-length': length } = headers;
  return length === undefined || isCompressed(headers) ? maxBytes : Number(length);
}

export function isCompressed(headers: IncomingHttpHeaders): boolean {
  return codingOf(headers) !== 'identity';
}

/** koa-body as a reader of bytes: `binary` keeps one character per byte, and no parser of its own runs. */
async function loadPlainReader(maxBytes: number) {
  // koa-body takes a tenth of a start to load, and the first requests rarely have a body.
  const { HttpMethodEnum, koaBody } = await import('koa-body');
  const read = koaBody({
    text: true,
    textTypes: [...MEDIA_TYPES],
    textLimit: maxBytes,
    encoding: 'binary',
    json: false,
    urlencoded: false,
    multipart: false,
    parsedMethods: Object.values(HttpMethodEnum),
  });
  return async (ctx: Context): Promise<Buffer> => {
    await read(ctx, async () => undefined);
    return Buffer.from(String(ctx.request.body ?? ''), 'binary');
  };
}

/** What koa-body reads: a body without a content coding, of one of the types that the parsers know. */
function isPlain({ method, headers }: Context): boolean {
  return (
    METHODS.includes(method) &&
    codingOf(headers) === 'identity' &&
    MEDIA_TYPES.includes(mediaTypeOf(headers['content-type']))
  );
}

/** Reads what koa-body cannot: koa-body hides its decompressor, whose errors after a limit would end the process. */
async function readDecoded({ req, headers }: Context, limit: number): Promise<Buffer> {
  const { default: getRawBody } = await import('raw-body');
  const coding = codingOf(headers);
  const length = headers['content-length'];
  if (coding === 'identity') return getRawBody(req, length === undefined ? { limit } : { limit, length });

  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.() : undefined;
  if (!decoder) throw new UnsupportedMediaType(headers['content-encoding'] ?? '');
  // raw-body removes its listeners at the limit. A later error of the decoder must not end the process.
  decoder.on('error', () => undefined);
  req.once('aborted', () => decoder.destroy(new Error('request aborted')));
  try {
    return await getRawBody(req.pipe(decoder), { limit });
  } finally {
    req.unpipe(decoder);
    decoder.destroy();
  }
}

function codingOf(headers: IncomingHttpHeaders): string {
  return (headers['content-encoding'] ?? '').trim().toLowerCase() || 'identity';
}

function readError(error: unknown, maxBytes: number): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Error && 'type' in error && error.type === 'entity.too.large')
    return new PayloadTooLarge(maxBytes);
  const reason = error instanceof Error ? error.message : String(error);
  return new ParseError({ detail: `Request body cannot be read - ${reason}`, cause: error });
}

/** @returns type and subtype in lower case, without parameters; '' if the header is absent */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** @returns the text, a byte order mark included; undefined when the bytes are not UTF-8 */
export function decodeText(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
