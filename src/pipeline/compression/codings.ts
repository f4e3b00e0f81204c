/** Makes and reads the content codings, in the thread pool, so that no body holds the event loop. */
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { ContentCoding } from '../content-coding.js';

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

const IMPLEMENTATIONS: Readonly<Record<'br' | 'gzip', Implementation>> = {
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

/** What newer versions of Node have; the types are those of the oldest supported one. */
interface ZstdModule {
  zstdCompress(bytes: Buffer, options: object, done: (error: Error | null, result: Buffer) => void): void;
  zstdDecompress(bytes: Buffer, done: (error: Error | null, result: Buffer) => void): void;
  createZstdCompress(options: object): Transform;
  createZstdDecompress(options: object): Transform;
  constants: { ZSTD_c_compressionLevel: number; ZSTD_e_flush: number };
}

function makeZstd(): Implementation {
  const module = zlib as unknown as ZstdModule;
  const { ZSTD_c_compressionLevel, ZSTD_e_flush } = module.constants;
  const options = (level: number) => ({ chunkSize, params: { [ZSTD_c_compressionLevel]: level } });
  const compress = promisify(module.zstdCompress);
  return {
    compress: (bytes) => compress(bytes, options(3)),
    compressWell: (bytes) => compress(bytes, options(15)),
    decompress: promisify(module.zstdDecompress),
    stream: () => module.createZstdCompress({ ...options(3), flush: ZSTD_e_flush }),
    reader: () => module.createZstdDecompress({ chunkSize }),
  };
}

/** `acceptedCodings` names zstd only where Node has it. */
const zstd = 'zstdCompress' in zlib ? makeZstd() : undefined;

export function implementationOf(coding: ContentCoding): Implementation {
  if (coding !== 'zstd') return IMPLEMENTATIONS[coding];
  if (zstd === undefined) throw new Error('This version of Node has no zstd.');
  return zstd;
}
