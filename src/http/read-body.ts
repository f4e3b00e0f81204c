/** Reads the bytes of a request's body within the limit of its operation, and bounds what all bodies under way take. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';
import {
  ApiError,
  ParseError,
  PayloadTooLarge,
  ServiceUnavailable,
  UnsupportedMediaType,
} from '../errors/index.js';
import type { Sender } from '../scheduling/fair-limit.js';

/** Whether the request has a body (RFC 9112, 6.3). An empty body counts as none. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * @throws PayloadTooLarge, UnsupportedMediaType (a content coding), ParseError (the client hung up), ServiceUnavailable
 *   (too much is still arriving)
 */
export async function readBody(ctx: Context, sender: Sender, maxBytes: number): Promise<Buffer> {
  const { headers } = ctx;
  if (!hasBody(headers)) return Buffer.alloc(0);
  const { 'content-length': length, 'content-encoding': coding = '' } = headers;
  if (coding !== '' && coding !== 'identity') throw new UnsupportedMediaType(coding);
  // co-body reads the length as a 32-bit integer, so a length of 4 GiB would pass as 0.
  if (Number(length ?? 0) > maxBytes) throw new PayloadTooLarge(maxBytes);
  const giveBack = reserve(sender, Number(length ?? maxBytes));
  try {
    const read = readers.get(maxBytes) ?? loadReader(maxBytes);
    readers.set(maxBytes, read);
    return await (await read)(ctx);
  } catch (error) {
    throw readError(error, maxBytes);
  } finally {
    giveBack();
    // Reads and discards the rest, because a client that is still sending would not read the answer.
    ctx.req.resume();
  }
}

/** By the limit that they hold: the contract has a few. */
const readers = new Map<number, ReturnType<typeof loadReader>>();

/** koa-body as a reader of bytes: without an encoding it gives a Buffer, and none of its parsers runs. */
async function loadReader(maxBytes: number): Promise<(ctx: Context) => Promise<Buffer>> {
  // koa-body takes a tenth of a start to load, and the first requests rarely have a body.
  const { HttpMethodEnum, koaBody } = await import('koa-body');
  const parsedMethods = Object.values(HttpMethodEnum);
  const parsers = { json: false, urlencoded: false, multipart: false };
  const options = { text: true, textTypes: ['*/*'], textLimit: maxBytes, encoding: '', parsedMethods };
  const read = koaBody({ ...parsers, ...options });
  return async (ctx) => {
    await read(ctx, async () => undefined);
    // undefined for a content type that is no media type.
    return Buffer.isBuffer(ctx.request.body) ? ctx.request.body : Buffer.alloc(0);
  };
}

function readError(error: unknown, maxBytes: number): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Error && 'type' in error && error.type === 'entity.too.large')
    return new PayloadTooLarge(maxBytes);
  const reason = error instanceof Error ? error.message : String(error);
  return new ParseError({ detail: `Request body cannot be read - ${reason}`, cause: error });
}

const MOST_OF_A_SENDER = 16 * 1024 * 1024;
const MOST_OF_ALL = 128 * 1024 * 1024;
/** A smaller body costs about as much as its connection, and is not counted. */
const SMALL = 16 * 1024;

/** Bytes of the bodies that are still arriving: a client may send one as slowly as the server's time limit allows. */
const arriving = new Map<Sender, number>();
let arrivingOfAll = 0;

/**
 * One body alone is always read, however large MAX_BODY_BYTES is.
 *
 * @returns gives the bytes back. @throws ServiceUnavailable when this sender's bodies take too much, or those of all
 */
function reserve(sender: Sender, bytes: number): () => void {
  if (bytes <= SMALL) return () => undefined;
  const isTooMuch = (arrived: number, most: number) => arrived > 0 && arrived + bytes > most;
  if (isTooMuch(arriving.get(sender) ?? 0, MOST_OF_A_SENDER) || isTooMuch(arrivingOfAll, MOST_OF_ALL))
    throw new ServiceUnavailable();
  count(bytes);
  return () => count(-bytes);

  function count(more: number): void {
    const total = (arriving.get(sender) ?? 0) + more;
    if (total > 0) arriving.set(sender, total);
    else arriving.delete(sender);
    arrivingOfAll += more;
  }
}
