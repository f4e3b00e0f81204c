/** Makes and reads the content codings, in the thread pool, so that no body holds the event loop. */
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { ContentCoding } from './content-coding.js';

type Convert = (bytes: Buffer) => Promise<Buffer>;

interface Implementation {
  /** For a body that is made for one request: a tenth of the time of the best for nine tenths of its effect. */
  readonly compress: Convert;
  /** For a body that is compressed once and sent often. */
  readonly compressWell: Convert;
  readonly decompress: Convert;
  /** Passes on each chunk at once, so that a reader waits for no later one. */
  stream(): Transform;
  /** Decompresses as fast as its reader reads. */
  reader(): Transform;
}

const {
  BROTLI_OPERATION_FLUSH,
  BROTLI_PARAM_LGWIN,
  BROTLI_PARAM_QUALITY,
  BROTLI_PARAM_SIZE_HINT,
  Z_SYNC_FLUSH,
} = zlib.constants;

/** Each turn in the thread pool fills one chunk, so that large bodies take turns with small ones. */
const chunkSize = 64 * 1024;

/** A window of 256 KiB: with the usual 4 MiB, an encoder could take as much memory. */
const WINDOW_BITS = 18;

const brotliCompress = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const brotli = (quality: number, windowBits: number, size?: number): zlib.BrotliOptions => ({
  chunkSize,
  params: {
    [BROTLI_PARAM_QUALITY]: quality,
    [BROTLI_PARAM_LGWIN]: windowBits,
    ...(size !== undefined && { [BROTLI_PARAM_SIZE_HINT]: size }),
  },
});

const IMPLEMENTATIONS: Readonly<Record<ContentCoding, Implementation>> = {
  br: {
    compress: (bytes) => brotliCompress(bytes, brotli(5, WINDOW_BITS, bytes.length)),
    compressWell: (bytes) => brotliCompress(bytes, brotli(9, 22, bytes.length)),
    decompress: promisify(zlib.brotliDecompress),
    stream: () => zlib.createBrotliCompress({ ...brotli(4, WINDOW_BITS), flush: BROTLI_OPERATION_FLUSH }),
    reader: () => zlib.createBrotliDecompress({ chunkSize }),
  },
  gzip: {
    compress: (bytes) => gzip(bytes, { chunkSize, level: 6 }),
    compressWell: (bytes) => gzip(bytes, { chunkSize, level: 9 }),
    decompress: promisify(zlib.gunzip),
    stream: () => zlib.createGzip({ chunkSize, level: 4, flush: Z_SYNC_FLUSH }),
    reader: () => zlib.createGunzip({ chunkSize }),
  },
};

export function implementationOf(coding: ContentCoding): Implementation {
  return IMPLEMENTATIONS[coding];
}
