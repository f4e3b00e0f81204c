/** Reads the body and parses it by its content type. */

import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../../contract/contract.js';
import { ApiError, UnsupportedMediaType } from '../../errors/index.js';
import { yieldToEventLoop } from '../../scheduling/yield-to-event-loop.js';
import type { ApiRequest, FormFields } from '../request/api-request.js';
import { convertForm } from '../validation/convert-text.js';
import { parseJson } from './parse-json.js';
import { FILE, parseMultipart } from './parse-multipart.js';
import { parseUrlencoded } from './parse-urlencoded.js';
import { hasBody, isCompressed, mediaTypeOf } from './read-body.js';

/** Bytes. */
const LARGE = 16 * 1024;

type Parser = (bytes: Buffer, request: ApiRequest) => unknown;

/** The last value of a repeated name wins. */
const PARSERS: Readonly<Record<string, Parser>> = {
  'application/json': parseJson,
  'application/x-www-form-urlencoded': (bytes) => Object.fromEntries(parseUrlencoded(bytes)),
  'multipart/form-data': (bytes, { headers }) =>
    Object.fromEntries(parseMultipart(bytes, headers['content-type'])),
};

/**
 * Fills `found`, so that the page of a refused body can show it again. An empty body of any content type is `{}`.
 *
 * @returns what was sent, a form's texts as values of the types that the contract gives
 */
export async function parseBody(request: ApiRequest, operation: Operation): Promise<unknown> {
  const accepted = Object.keys(operation.content);
  if (accepted.length === 0) return undefined;
  const { ctx, headers, found } = request;
  const mediaType = mediaTypeOf(headers['content-type']);
  const parser = accepted.includes(mediaType) ? PARSERS[mediaType] : undefined;
  found.mediaType = parser ? mediaType : accepted[0];
  found.body = {};
  if (!hasBody(ctx)) return {};

  // A body of unknown length may be empty.
  const isChunked = headers['content-length'] === undefined;
  if (!parser && !isChunked) throw new UnsupportedMediaType(headers['content-type'] ?? '');
  const bytes = await request.bytes();
  if (bytes.length === 0) return {};
  if (!parser) throw new UnsupportedMediaType(headers['content-type'] ?? '');
  // Large bodies that arrive together must not be parsed and validated in one turn.
  if (bytes.length > LARGE) await yieldToEventLoop();
  // An unreadable body is not the same as an empty object: the page that shows the form again must know.
  found.body = undefined;
  found.body = parser(bytes, request);
  return mediaType === 'application/json' ? found.body : convertForm(found.body, operation.fields);
}

interface Message {
  readonly headers: IncomingHttpHeaders;
  bytes(): Promise<Buffer>;
}

/**
 * @returns [] for other content types, for a compressed body, which costs too much before the sender is known, and for
 *   an unreadable body. Parsing the body reads the first two and reports the third, if the request gets there
 */
export async function readFormFields(message: Message): Promise<FormFields> {
  const mediaType = mediaTypeOf(message.headers['content-type']);
  if (isCompressed(message.headers)) return [];
  try {
    if (mediaType === 'application/x-www-form-urlencoded') return parseUrlencoded(await message.bytes());
    if (mediaType !== 'multipart/form-data') return [];
    const fields = parseMultipart(await message.bytes(), message.headers['content-type']);
    return fields.filter((field): field is readonly [string, string] => field[1] !== FILE);
  } catch (error) {
    // Parsing the body meets the same bytes and reports this error. Any other error is a bug.
    if (error instanceof ApiError) return [];
    throw error;
  }
}
