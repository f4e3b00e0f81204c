/** Compresses an answer that is worth it, in a coding that the client accepts (RFC 9110, 12.5.3). */
import { pipeline, Readable } from 'node:stream';
import type { RenderedAnswer } from '../request/answer.js';
import type { ApiRequest } from '../request/api-request.js';
import { implementationOf } from './codings.js';
import { acceptedCodings, type ContentCoding, codedEtag } from './content-coding.js';

/** Bytes. A smaller body fits into one packet either way. */
const WORTH_IT = 1024;

const TEXTUAL = /^(text\/|application\/(json|yaml|.*\+json)|image\/svg\+xml)/;

/** Bytes. A longer body is decompressed while its client reads it: some kilobytes of gzip can be megabytes. */
const LARGE = 256 * 1024;

/**
 * An encoder keeps up to 1.3 MB while its client reads, and a large body waits for a thread. More of them than this go
 * out as they are, also to a client that refuses the plain bytes: otherwise clients could fill the memory.
 */
const MOST_LARGE = 32;

/** Streams and large bodies that are being compressed, in the whole process. */
let compressing = 0;

type Body = NonNullable<RenderedAnswer['body']>;

export async function encode(answer: RenderedAnswer, request: ApiRequest): Promise<RenderedAnswer> {
  request.vary('Accept-Encoding');
  const { body } = answer;
  const { 'Content-Type': type = '', 'Content-Encoding': ready } = answer.headers;
  const accepted = acceptedCodings(request.headers['accept-encoding']);
  const [best = 'identity'] = accepted;
  const isAsItIs = best === 'identity' && ready === undefined;
  if (isAsItIs || body === null || !TEXTUAL.test(String(type))) return answer;

  // Stored HTML and assets were compressed before.
  if (isCoding(ready) && accepted.includes(ready)) return coded(answer, body, ready);
  const isHead = request.method === 'HEAD';
  const plainBody = isCoding(ready) ? await decompress(body, ready, isHead) : body;
  const plain = { ...answer, headers: { ...answer.headers, 'Content-Encoding': undefined }, body: plainBody };
  // Sent as it is, unless the client refuses that.
  if (best === 'identity' || (accepted.includes('identity') && !isWorthIt(plainBody))) return plain;
  const isStream = plainBody instanceof Readable;
  if (compressing >= MOST_LARGE && (isStream || plainBody.length > LARGE)) return plain;
  if (!isStream) return coded(plain, await compress(plainBody, best), best);
  // What depends on the length of a list, HEAD leaves out (RFC 9110, 9.3.2): it makes none.
  return isHead ? plain : coded(plain, compressStream(plainBody, best), best);
}

const isCoding = (value: unknown): value is ContentCoding => value !== undefined;

function coded(answer: RenderedAnswer, body: Body, coding: ContentCoding): RenderedAnswer {
  const { ETag } = answer.headers;
  const tag = ETag === undefined ? {} : { ETag: codedEtag(String(ETag), coding) };
  return { ...answer, headers: { ...answer.headers, 'Content-Encoding': coding, ...tag }, body };
}

async function decompress(body: Body, coding: ContentCoding, isHead: boolean): Promise<Body> {
  if (!Buffer.isBuffer(body)) return body;
  const { reader, decompress } = implementationOf(coding);
  if (coding !== 'gzip' || sizeWithout(body) <= LARGE) return decompress(body);
  // The length is unknown to HEAD as to GET, and an empty stream needs no reader.
  if (isHead) return Readable.from([]);
  const stream = reader();
  stream.end(body);
  return stream;
}

/** Bytes of what is in gzip, as its last four tell (RFC 1952, 2.3.1). */
const sizeWithout = (gzip: Buffer) => (gzip.length < 4 ? 0 : gzip.readUInt32LE(gzip.length - 4));

function isWorthIt(body: Body): boolean {
  if (typeof body === 'string') return body.length >= WORTH_IT || Buffer.byteLength(body) >= WORTH_IT;
  return body instanceof Readable || body.length >= WORTH_IT;
}

/** What was made of bytes that several answers may have: requests for the same list share them. */
const compressed = new WeakMap<Buffer, Map<ContentCoding, Promise<Buffer>>>();

function compress(body: string | Buffer, coding: ContentCoding): Promise<Buffer> {
  if (typeof body === 'string') return compressBytes(Buffer.from(body), coding);
  const byCoding = compressed.get(body) ?? new Map<ContentCoding, Promise<Buffer>>();
  compressed.set(body, byCoding);
  const result = byCoding.get(coding) ?? compressBytes(body, coding);
  byCoding.set(coding, result);
  return result;
}

async function compressBytes(bytes: Buffer, coding: ContentCoding): Promise<Buffer> {
  const isLarge = bytes.length > LARGE;
  if (isLarge) compressing += 1;
  try {
    return await implementationOf(coding).compress(bytes);
  } finally {
    if (isLarge) compressing -= 1;
  }
}

function compressStream(body: Readable, coding: ContentCoding): Readable {
  const encoder = implementationOf(coding).stream();
  compressing += 1;
  encoder.once('close', () => {
    compressing -= 1;
  });
  // Each ends with the other: a list that breaks off must not look complete, nor be read for a client that has gone.
  return pipeline(body, encoder, () => undefined);
}
