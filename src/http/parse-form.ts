/** Reads forms, with checks before each parser that keep hostile bodies cheap and texts exact. */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { ParseError } from '../errors/index.js';
import { restoreLineEnds } from '../line-ends.js';

export type FormFields = readonly (readonly [name: string, value: string])[];

/** The part of a request that a form is read from. */
export interface FormMessage {
  readonly headers: Readonly<IncomingHttpHeaders>;
  bytes(): Promise<Buffer>;
}

/** @returns type and subtype in lower case, without parameters; '' if the header is absent */
export const mediaTypeOf = (contentType = ''): string =>
  contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** @returns the texts; [] for other content types @throws PayloadTooLarge, ParseError: what was sent is not known */
export async function readFormFields(message: FormMessage): Promise<FormFields> {
  const fields = await parseForm(message);
  return fields.filter((field): field is readonly [string, string] => typeof field[1] === 'string');
}

export async function parseForm(
  message: FormMessage,
): Promise<readonly (readonly [string, string | File])[]> {
  const contentType = message.headers['content-type'] ?? '';
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === 'application/x-www-form-urlencoded')
    return restoreLineEnds(parseUrlencoded(await message.bytes()));
  if (mediaType !== 'multipart/form-data') return [];
  return restoreLineEnds(await parseMultipart(await message.bytes(), contentType));
}

/** Far more fields than any form of the contract has: a form of an unknown sender must not cost seconds. */
const MAX_FIELDS = 1000;
const [PLUS, SPACE, PERCENT] = [0x2b, 0x20, 0x25];

/** `application/x-www-form-urlencoded` (WHATWG URL, 5.1): `x[0]` and `a.b` are plain names. @throws ParseError */
function parseUrlencoded(bytes: Buffer): [string, string][] {
  // A plus sign is a space. Node 20 reads and replaces them slowly in a text: a megabyte of them takes 60 ms.
  const spaced = Buffer.from(bytes);
  for (let i = 0; i < spaced.length; i += 1) if (spaced[i] === PLUS) spaced[i] = SPACE;
  const text = decode(spaced, malformedForm);
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS)
    throw malformedForm(`the body has more than ${MAX_FIELDS} fields`);
  // URLSearchParams would read escapes that are not UTF-8 as replacement characters, which nobody has sent.
  if (!isUtf8(unescapeBytes(spaced))) throw malformedForm(NOT_UTF8);
  // A question mark at the beginning is a part of the first name.
  return [...new URLSearchParams(`&${text}`)];
}

/** Percent-decodes (WHATWG URL, 1.3). By byte: a text of two million escapes takes a pattern 100 ms. */
function unescapeBytes(escaped: Buffer): Buffer {
  const bytes = Buffer.alloc(escaped.length);
  let length = 0;
  for (let i = 0; i < escaped.length; i += 1, length += 1) {
    const code = escaped[i] === PERCENT ? hexAt(escaped, i + 1) * 16 + hexAt(escaped, i + 2) : Number.NaN;
    bytes[length] = Number.isNaN(code) ? (escaped[i] ?? 0) : code;
    if (!Number.isNaN(code)) i += 2;
  }
  return bytes.subarray(0, length);
}

/** The value of each byte that is a hexadecimal digit. */
const HEX = Float64Array.from({ length: 256 }, (_, byte) => Number.parseInt(String.fromCharCode(byte), 16));
const hexAt = (bytes: Buffer, at: number): number => HEX[bytes[at] ?? 0] ?? Number.NaN;

/** Characters of a boundary (RFC 2046, 5.1.1). */
const MAX_BOUNDARY = 70;
/** Of one part: bytes, and lines with that of the boundary. Forms have up to four. */
const MAX_PART_HEAD = 16 * 1024;
const MAX_PART_LINES = 16;
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
    const end = head.indexOf('\r\n\r\n');
    if (head.length === MAX_PART_HEAD && end < 0)
      throw malformedMultipart(`the head of a part is longer than ${MAX_PART_HEAD} bytes`);
    if (head.toString('latin1', 0, Math.max(end, 0)).split('\r\n').length > MAX_PART_LINES)
      throw malformedMultipart(`the head of a part has more than ${MAX_PART_LINES} lines`);
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

const NOT_UTF8 = 'the body is not valid UTF-8';
const MISFIT = 'the body is cut off, or does not fit its boundary';

/** @returns the text, a byte order mark included; undefined for bytes that are not UTF-8 */
export const decodeText = (bytes: Buffer): string | undefined =>
  isUtf8(bytes) ? bytes.toString('utf8') : undefined;

export function decode(bytes: Buffer, malformed: (reason: string) => ParseError): string {
  const text = decodeText(bytes);
  if (text === undefined) throw malformed(NOT_UTF8);
  return text;
}

const malformedForm = (reason: string) => new ParseError({ detail: `Form parse error - ${reason}` });
const malformedMultipart = (reason: string) =>
  new ParseError({ detail: `Multipart form parse error - ${reason}` });
