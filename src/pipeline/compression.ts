/** Compresses answers in a coding that the client accepts (RFC 9110, 12.5.3). */
import { pipeline, Readable } from 'node:stream';
import type { RenderedAnswer } from '../http/answer.js';
import type { ApiRequest } from '../http/api-request.js';
import { acceptedCodings, type Coding, codedTag, encode, makeEncoder } from '../http/codings.js';

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

export function compress(
  answer: RenderedAnswer,
  request: ApiRequest,
): RenderedAnswer | Promise<RenderedAnswer> {
  request.vary('Accept-Encoding');
  const { headers, body } = answer;
  if (body === null || headers['Content-Encoding'] !== undefined) return answer;
  const isStream = body instanceof Readable;
  if (!isStream && Buffer.byteLength(body) < WORTH_IT) return answer;
  // What depends on the length of a list, HEAD leaves out (RFC 9110, 9.3.2): it makes none.
  if (isStream && request.method === 'HEAD') return answer;
  if (!TEXTUAL.test(String(headers['Content-Type']))) return answer;
  const [coding] = acceptedCodings(request.ctx);
  const isLarge = isStream || body.length > LARGE;
  if (coding === undefined || (isLarge && compressing >= MOST_LARGE)) return answer;

  const count = (more: number) => {
    if (isLarge) compressing += more;
  };
  count(1);
  if (!isStream)
    return encode(Buffer.from(body), coding)
      .then((bytes) => coded(answer, bytes, coding))
      .finally(() => count(-1));
  const encoder = makeEncoder(coding).once('close', () => count(-1));
  // Each ends with the other: a list that breaks off must not look complete, nor be read for a client that has gone.
  pipeline(body, encoder, () => undefined);
  return coded(answer, encoder, coding);
}

function coded({ status, headers }: RenderedAnswer, body: Buffer | Readable, coding: Coding): RenderedAnswer {
  const { ETag } = headers;
  const tag = ETag === undefined ? {} : { ETag: codedTag(String(ETag), coding) };
  return { status, headers: { ...headers, 'Content-Encoding': coding, ...tag }, body };
}
