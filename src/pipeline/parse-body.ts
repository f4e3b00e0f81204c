/** Parses a body by its content type, with checks before each parser that keep hostile bodies cheap and texts exact. */
import { isUtf8 } from 'node:buffer';
import type { Operation } from '../contract/contract.js';
import { ApiError, ParseError, UnsupportedMediaType } from '../errors/index.js';
import { yieldToEventLoop } from '../scheduling/event-loop.js';
import type { ApiRequest, FormFields } from './api-request.js';
import { hasBody } from './read-body.js';
import { convertForm } from './validation/convert-text.js';

/** Bytes. */
const LARGE = 16 * 1024;

type Message = Pick<ApiRequest, 'headers' | 'bytes'>;

/**
 * Fills `found`, so that the page of a refused body can show it again. An empty body is `{}`.
 *
 * @returns what was sent, a form's texts as values of the types that the contract gives
 */
export async function parseBody(request: ApiRequest, operation: Operation): Promise<unknown> {
  const accepted = Object.keys(operation.content);
  if (accepted.length === 0) return undefined;
  const { headers, found } = request;
  const mediaType = mediaTypeOf(headers['content-type']);
  const parse = accepted.includes(mediaType) ? PARSERS[mediaType] : undefined;
  found.mediaType = parse ? mediaType : accepted[0];
  found.body = {};
  if (!hasBody(headers)) return {};
  if (!parse) throw new UnsupportedMediaType(headers['content-type'] ?? '');
  // An unreadable body is not the same as an empty object: the page that shows the form again must know.
  found.body = undefined;
  const bytes = await request.bytes();
  // Large bodies that arrive together must not be parsed and validated in one turn.
  if (bytes.length > LARGE) await yieldToEventLoop();
  found.body = bytes.length === 0 ? {} : await parse(request, bytes);
  return mediaType === 'application/json' ? found.body : convertForm(found.body, operation.fields);
}

const PARSERS: Readonly<Record<string, (message: Message, bytes: Buffer) => unknown>> = {
  'application/json': (_message, bytes) => parseJson(bytes),
  // The last value of a repeated name wins.
  'application/x-www-form-urlencoded': async (message) => Object.fromEntries(await parseForm(message)),
  'multipart/form-data': async (message) => Object.fromEntries(await parseForm(message)),
};

/** @returns type and subtype in lower case, without parameters; '' if the header is absent */
const mediaTypeOf = (contentType = ''): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** @returns [] for other content types, and for an unreadable body: parsing the body reports it, if it gets there */
export async function readFormFields(message: Message): Promise<FormFields> {
  try {
    const fields = await parseForm(message);
    return fields.filter((field): field is [string, string] => typeof field[1] === 'string');
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

async function parseForm(message: Message): Promise<readonly [string, string | File][]> {
  const contentType = message.headers['content-type'] ?? '';
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === 'application/x-www-form-urlencoded') return parseUrlencoded(await message.bytes());
  return mediaType === 'multipart/form-data' ? parseMultipart(await message.bytes(), contentType) : [];
}

/** No schema of the contract has half this depth. Recursive code that reads it later is safe up to it. */
const MAX_DEPTH = 64;
/** The number of members and items: far more than any schema of the contract has. */
const MAX_VALUES = 10_000;

/** `application/json` (RFC 8259). @throws ParseError */
function parseJson(bytes: Buffer): unknown {
  const text = decode(bytes, malformedJson);
  const { depth, values } = measureJson(bytes);
  if (depth > MAX_DEPTH) throw malformedJson(`the body is nested deeper than ${MAX_DEPTH} levels`);
  if (values > MAX_VALUES) throw malformedJson(`the body has more than ${MAX_VALUES} members`);
  try {
    // A byte order mark may be ignored (RFC 8259, 8.1).
    return JSON.parse(text.startsWith('\u{feff}') ? text.slice(1) : text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The parser's message quotes the input. Half of a surrogate pair cannot be sent as UTF-8.
    throw malformedJson(reason.toWellFormed());
  }
}

const [QUOTE, COMMA, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('",\\[]{}');

/** @returns the depth of arrays and objects, and an upper limit of the number of their members and items */
function measureJson(bytes: Buffer): { depth: number; values: number } {
  let [depth, deepest, values, isText] = [0, 0, 1, false];
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (byte === QUOTE) isText = !isText;
    else if (isText) i += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return { depth: deepest, values };
}

/** Far more fields than any form of the contract has: a form of an unknown sender must not cost seconds. */
const MAX_FIELDS = 1000;

/** `application/x-www-form-urlencoded` (WHATWG URL, 5.1): `x[0]` and `a.b` are plain names. @throws ParseError */
function parseUrlencoded(bytes: Buffer): [string, string][] {
  const text = decode(bytes, malformedForm);
  if (countUpTo(MAX_FIELDS, bytes, '&') === MAX_FIELDS)
    throw malformedForm(`the body has more than ${MAX_FIELDS} fields`);
  // A question mark at the beginning is a part of the first name. In place of a plus sign, which Node 20 reads slowly.
  const fields = [...new URLSearchParams(`&${text.replaceAll('+', ' ')}`)];
  // Percent escapes that are not UTF-8 have become replacement characters that nobody has sent.
  const replaced =
    fields
      .flat()
      .join('')
      .match(/\u{fffd}/gu)?.length ?? 0;
  if (replaced > 0 && replaced !== text.match(/\u{fffd}|%ef%bf%bd/giu)?.length) throw malformedForm(NOT_UTF8);
  return fields;
}

/** Characters of a boundary (RFC 2046, 5.1.1). */
const MAX_BOUNDARY = 70;
/** Bytes of the header lines of one part. */
const MAX_PART_HEAD = 16 * 1024;
/** After an empty line: `formData()` would strip it from the beginning of a text. */
const BYTE_ORDER_MARK = '\r\n\r\n\u{feff}';

/** `multipart/form-data` (RFC 7578), by the parser of `fetch`. @throws ParseError */
async function parseMultipart(bytes: Buffer, contentType: string): Promise<[string, string | File][]> {
  decode(bytes, malformedMultipart);
  if (bytes.includes(BYTE_ORDER_MARK)) throw malformedMultipart('a part begins with a byte order mark');
  // The first line is the boundary that the header names, or the parser refuses the body.
  const boundary = bytes.subarray(0, bytes.indexOf('\r\n'));
  if (boundary.length < 3 || boundary.length > 2 + MAX_BOUNDARY) throw malformedMultipart(MISFIT);
  let parts = 0;
  for (let at = 0; at >= 0; at = bytes.indexOf(boundary, at + boundary.length)) {
    parts += 1;
    if (parts > MAX_FIELDS + 1) throw malformedMultipart(`the body has more than ${MAX_FIELDS} parts`);
    const head = bytes.subarray(at, at + MAX_PART_HEAD);
    if (head.length === MAX_PART_HEAD && !head.includes('\r\n\r\n'))
      throw malformedMultipart(`the head of a part is longer than ${MAX_PART_HEAD} bytes`);
  }
  try {
    const response = new Response(new Uint8Array(bytes), { headers: { 'Content-Type': contentType } });
    const fields: [string, string | File][] = [];
    (await response.formData()).forEach((value, name) => {
      fields.push([name, value]);
    });
    return fields;
  } catch (error) {
    // Its message names no reason.
    if (error instanceof TypeError) throw malformedMultipart(MISFIT);
    throw error;
  }
}

function countUpTo(most: number, bytes: Buffer, separator: string): number {
  let count = 0;
  for (let at = bytes.indexOf(separator); at >= 0 && count < most; at = bytes.indexOf(separator, at + 1))
    count += 1;
  return count;
}

const NOT_UTF8 = 'the body is not valid UTF-8';
const MISFIT = 'the body is cut off, or does not fit its boundary';

/** @returns the text, a byte order mark included; undefined for bytes that are not UTF-8 */
export const decodeText = (bytes: Buffer): string | undefined =>
  isUtf8(bytes) ? bytes.toString('utf8') : undefined;

function decode(bytes: Buffer, malformed: (reason: string) => ParseError): string {
  const text = decodeText(bytes);
  if (text === undefined) throw malformed(NOT_UTF8);
  return text;
}

const malformedJson = (reason: string) => new ParseError({ detail: `JSON parse error - ${reason}` });
const malformedForm = (reason: string) => new ParseError({ detail: `Form parse error - ${reason}` });
const malformedMultipart = (reason: string) =>
  new ParseError({ detail: `Multipart form parse error - ${reason}` });
