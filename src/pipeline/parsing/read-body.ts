/** Reads the bytes of a request's body, decoded from their content coding, within the deployment's limit. */
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { ParseError, PayloadTooLarge, UnsupportedMediaType } from '../../errors/index.js';

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Whether a body comes at all (RFC 9112, 6.3); an empty one counts as none. */
export function hasBody({ headers }: Pick<Context, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * @param maxBytes counts decoded bytes, so that a small bomb does not become a large body
 * @throws PayloadTooLarge, UnsupportedMediaType (the coding), ParseError (the bytes do not decode, the client hung up)
 */
export function readBody(maxBytes: number): (ctx: Context) => Promise<Buffer> {
  return async (ctx) => {
    if (!hasBody(ctx)) return Buffer.alloc(0);
    try {
      return await readDecoded(ctx, maxBytes);
    } finally {
      // The rest is thrown away, not left: a client that still sends would never read the answer.
      ctx.req.resume();
    }
  };
}

async function readDecoded({ req, headers }: Context, maxBytes: number): Promise<Buffer> {
  const coding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const length = headers['content-length'];
  if (coding === 'identity') return collect(req, maxBytes, length);

  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.() : undefined;
  if (!decoder) throw new UnsupportedMediaType(headers['content-encoding'] ?? '');
  if (Number(length ?? 0) > maxBytes) throw new PayloadTooLarge(maxBytes);
  // Whoever collects stops listening at the limit; the decoder may still fail after that, and must not end the process.
  decoder.on('error', () => undefined);
  req.once('aborted', () => decoder.destroy(new Error('request aborted')));
  try {
    return await collect(req.pipe(decoder), maxBytes);
  } finally {
    req.unpipe(decoder);
    decoder.destroy();
  }
}

async function collect(stream: Readable, limit: number, length?: string): Promise<Buffer> {
  try {
    return await getRawBody(stream, length === undefined ? { limit } : { limit, length });
  } catch (error) {
    if (isTooLarge(error)) throw new PayloadTooLarge(limit);
    const reason = error instanceof Error ? error.message : String(error);
    throw new ParseError({ detail: `Request body cannot be read - ${reason}`, cause: error });
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'entity.too.large';
}
