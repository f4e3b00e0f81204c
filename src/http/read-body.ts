/** Reads the bytes of a request's body by koa-body, within the limit of its operation, and bounds what bodies hold. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
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
  const { headers, req } = ctx;
  if (!hasBody(headers)) return Buffer.alloc(0);
  const { 'content-length': length, 'content-encoding': coding = '' } = headers;
  if (coding !== '' && coding !== 'identity') throw new UnsupportedMediaType(coding);
  // co-body reads the length as a 32-bit integer, so a length of 4 GiB would pass as 0.
  if (Number(length ?? 0) > maxBytes) throw new PayloadTooLarge(maxBytes);
  // The client waits with its body (RFC 9110, 10.1.1). Without this, Node closes the connection after the answer.
  if (headers.expect !== undefined && req.httpVersion === '1.1') ctx.res.writeContinue();
  const held = holdMore(sender);
  let bytes = 0;
  const count = (piece: Buffer) => {
    bytes += piece.length;
    const refusal = bytes > maxBytes ? new PayloadTooLarge(maxBytes) : held.add(piece.length + PIECE_COST);
    // koa-body listens for errors: it lets go of the pieces, and rejects with this one.
    if (refusal) req.emit('error', refusal);
  };
  req.on('error', IGNORE);
  try {
    const reading = read(ctx, async () => undefined);
    req.on('data', count);
    await reading;
    // undefined for a content type that is no media type.
    return Buffer.isBuffer(ctx.request.body) ? ctx.request.body : Buffer.alloc(0);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ParseError({ detail: `Request body cannot be read - ${reason}`, cause: error });
  } finally {
    req.off('data', count);
    held.giveBack();
    // Reads and discards the rest, because a client that is still sending would not read the answer.
    req.resume();
  }
}

/** Bytes that a piece (a chunk, a packet) takes beside its own: koa-body keeps all until the last one is there. */
const PIECE_COST = 400;
/** An error without a listener would end the process, and koa-body has none for a body that it does not read. */
const IGNORE = () => undefined;

/** koa-body as a reader of bytes: without an encoding it gives a Buffer, and none of its parsers runs. */
const read = koaBody({
  ...{ json: false, urlencoded: false, multipart: false, text: true, textTypes: ['*/*'], encoding: '' },
  // The bytes are counted here.
  textLimit: Number.MAX_SAFE_INTEGER,
  parsedMethods: Object.values(HttpMethodEnum),
});

const MOST_OF_A_SENDER = 16 * 1024 * 1024;
const MOST_OF_ALL = 128 * 1024 * 1024;
/** A body that holds no more than its connection does is not refused for what other senders hold. */
const SMALL = 16 * 1024;

/** Bytes of the bodies that are still arriving: a client may send one as slowly as the server's time limit allows. */
const arriving = new Map<Sender, number>();
let arrivingOfAll = 0;

/** Counts what one body holds. One body alone is always read, however large MAX_BODY_BYTES is. */
function holdMore(sender: Sender) {
  let own = 0;
  const count = (more: number): void => {
    own += more;
    arrivingOfAll += more;
    const total = (arriving.get(sender) ?? 0) + more;
    if (total > 0) arriving.set(sender, total);
    else arriving.delete(sender);
  };

  return {
    /** @returns why there is no room for more bytes: this sender's bodies hold too much, or those of all */
    add(bytes: number): ServiceUnavailable | undefined {
      count(bytes);
      const isTooMuch = (held: number, most: number) => held > own && held > most;
      const isRefused =
        isTooMuch(arriving.get(sender) ?? 0, MOST_OF_A_SENDER) ||
        (own > SMALL && isTooMuch(arrivingOfAll, MOST_OF_ALL));
      return isRefused ? new ServiceUnavailable() : undefined;
    },
    giveBack: () => count(-own),
  };
}
