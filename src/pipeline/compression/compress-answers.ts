/** Middleware: compresses every answer that is worth it, in a coding that the client accepts (RFC 9110, 12.5.3). */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { ApiRequest } from '../api-request.js';
import { type Acceptable, acceptedCodings, type ContentCoding, codedEtag } from '../content-coding.js';
import type { Stage } from '../stage.js';
import { implementationOf } from './codings.js';

/** Bytes. A smaller body fits into one packet either way. */
const WORTH_IT = 1024;

const TEXTUAL = /^(text\/|application\/(json|yaml|.*\+json)|image\/svg\+xml)/;

/** Bytes. A longer body is decompressed while its client reads it: some kilobytes of gzip can be megabytes. */
const STREAMED = 256 * 1024;

/**
 * An encoder keeps up to 1.3 MB while its client reads. More streams than this go out as they are, also to a client that
 * refuses the plain bytes: otherwise clients that do not read could fill the memory.
 */
const MOST_STREAMS = 32;

export function compressAnswers(): Stage<ApiRequest> {
  let streams = 0;

  return function compressAnswers(request, next) {
    return next(request).then(() => {
      request.vary('Accept-Encoding');
      const accepted = acceptedCodings(request.headers['accept-encoding']);
      const [best = 'identity'] = accepted;
      const ready = readyCoding(request.ctx);
      // What goes out as it is needs no promise of an async function.
      const staysPlain = best === 'identity' && ready === undefined;
      return staysPlain ? undefined : encode(request.ctx, accepted, best, ready);
    });
  };

  async function encode(
    ctx: Context,
    accepted: readonly Acceptable[],
    best: Acceptable,
    ready: ContentCoding | undefined,
  ): Promise<void> {
    if (ctx.body === null || ctx.body === undefined || !TEXTUAL.test(ctx.type)) return;
    if (ready !== undefined) {
      if (accepted.includes(ready)) return tag(ctx, ready);
      await decompress(ctx, ready);
    }
    // Sent as it is, unless the client refuses that.
    const isPlain = best === 'identity' || (accepted.includes('identity') && !isWorthIt(ctx));
    if (isPlain) return;
    const { body } = ctx;
    if (!(body instanceof Readable)) await compressWhole(ctx, best);
    // What depends on the length of a list, HEAD leaves out (RFC 9110, 9.3.2): it makes none.
    else if (ctx.method !== 'HEAD' && streams < MOST_STREAMS) compressStream(ctx, body, best);
  }

  function compressStream(ctx: Context, body: Readable, coding: ContentCoding): void {
    const encoder = implementationOf(coding).stream();
    streams += 1;
    encoder.once('close', () => {
      streams -= 1;
    });
    // A list that ends early must not look complete.
    body.once('error', (error) => encoder.destroy(error));
    encoder.once('error', () => ctx.res.destroy());
    ctx.body = body.pipe(encoder);
    declare(ctx, coding);
  }
}

/** The coding of bytes that were compressed before: stored HTML, assets. */
function readyCoding(ctx: Context): ContentCoding | undefined {
  // Only this service sets it. Koa gives undefined for a missing header, whatever its type says.
  return (ctx.response.get('Content-Encoding') || undefined) as ContentCoding | undefined;
}

async function decompress(ctx: Context, coding: ContentCoding): Promise<void> {
  const { body } = ctx;
  ctx.remove('Content-Encoding');
  if (!Buffer.isBuffer(body)) return;
  const { reader, decompress } = implementationOf(coding);
  if (coding !== 'gzip' || sizeWithout(body) <= STREAMED) ctx.body = await decompress(body);
  // The length is unknown to HEAD as to GET, and an empty stream needs no reader.
  else if (ctx.method === 'HEAD') ctx.body = Readable.from([]);
  else {
    const stream = reader();
    // Cut off, a body does not look complete.
    stream.once('error', () => ctx.res.destroy());
    stream.end(body);
    ctx.body = stream;
  }
}

/** Bytes of what is in gzip, as its last four tell (RFC 1952, 2.3.1). */
const sizeWithout = (gzip: Buffer) => (gzip.length < 4 ? 0 : gzip.readUInt32LE(gzip.length - 4));

function isWorthIt({ body }: Context): boolean {
  if (typeof body === 'string') return body.length >= WORTH_IT || Buffer.byteLength(body) >= WORTH_IT;
  return body instanceof Readable || (Buffer.isBuffer(body) && body.length >= WORTH_IT);
}

async function compressWhole(ctx: Context, coding: ContentCoding): Promise<void> {
  const { body } = ctx;
  ctx.body = await (Buffer.isBuffer(body)
    ? compressOnce(body, coding)
    : implementationOf(coding).compress(Buffer.from(String(body))));
  declare(ctx, coding);
}

/** What was made of bytes that several answers may have: requests for the same list share them. */
const compressed = new WeakMap<Buffer, Map<ContentCoding, Promise<Buffer>>>();

function compressOnce(bytes: Buffer, coding: ContentCoding): Promise<Buffer> {
  const byCoding = compressed.get(bytes) ?? new Map<ContentCoding, Promise<Buffer>>();
  compressed.set(bytes, byCoding);
  const result = byCoding.get(coding) ?? implementationOf(coding).compress(bytes);
  byCoding.set(coding, result);
  return result;
}

function declare(ctx: Context, coding: ContentCoding): void {
  ctx.set('Content-Encoding', coding);
  tag(ctx, coding);
}

function tag(ctx: Context, coding: ContentCoding): void {
  if (ctx.res.hasHeader('ETag')) ctx.set('ETag', codedEtag(ctx.response.get('ETag'), coding));
}
