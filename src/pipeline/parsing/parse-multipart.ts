/** Parses `multipart/form-data` (RFC 7578) in memory. Files are not kept. */

import { ParseError } from '../../errors/index.js';
import { decodeText } from './read-body.js';

/** Far more fields than any form of the contract has: a form of an unknown sender must not cost seconds. */
export const MAX_FIELDS = 1000;

/** Bytes of the header lines of one part. */
const MAX_PART_HEAD = 16 * 1024;

/** Characters of a boundary (RFC 2046, 5.1.1); searching for a long one takes quadratic time. */
const MAX_BOUNDARY = 70;

/** Lines in one part that start like the boundary. No client chooses a boundary that is in its content. */
const MAX_FALSE_DELIMITERS = 1000;

/** Stands for a part that is a file. It is not text, so validation refuses it where a text is expected. */
export const FILE: unique symbol = Symbol('file');

export type MultipartFields = readonly (readonly [name: string, value: string | typeof FILE])[];

/** Encodings that do not change the bytes. The others are deprecated (RFC 7578, 4.7). */
const IDENTITY_CODINGS = ['', '7bit', '8bit', 'binary'];

/** @throws ParseError with the reason: no boundary, a cut-off body, a part without a name, bytes that are not UTF-8 */
export function parseMultipart(bytes: Buffer, contentType = ''): MultipartFields {
  const { boundary } = parseParameters(contentType);
  if (!boundary) throw malformed('the Content-Type has no boundary');
  if (boundary.length > MAX_BOUNDARY)
    throw malformed(`the boundary is longer than ${MAX_BOUNDARY} characters`);
  const parts = splitParts(bytes, boundary, MAX_FIELDS + 1);
  if (!parts) throw malformed('the body is cut off, or does not fit its boundary');
  if (parts.length > MAX_FIELDS) throw malformed(`the body has more than ${MAX_FIELDS} parts`);
  return parts.map(parsePart);
}

function parsePart({ head, content }: { head: Buffer; content: Buffer }): MultipartFields[number] {
  if (head.length > MAX_PART_HEAD)
    throw malformed(`the headers of a part are longer than ${MAX_PART_HEAD} bytes`);
  const headers = parseHeaders(decode(head));
  const { name, ...parameters } = parseParameters(headers.get('content-disposition') ?? '');
  if (name === undefined) throw malformed('a part has no name');
  const isFile = parameters.filename !== undefined || parameters['filename*'] !== undefined;
  if (isFile) return [name, FILE];

  const coding = (headers.get('content-transfer-encoding') ?? '').toLowerCase();
  if (!IDENTITY_CODINGS.includes(coding)) throw malformed('a part has a Content-Transfer-Encoding');
  // The charset of a part is ignored: anything but UTF-8 is refused.
  return [name, decode(content)];
}

function parseHeaders(head: string): ReadonlyMap<string, string> {
  const lines = head.split('\r\n').map((line) => [line, line.indexOf(':')] as const);
  return new Map(
    lines.map(([line, colon]) => [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]),
  );
}

function decode(bytes: Buffer): string {
  const text = decodeText(bytes);
  if (text === undefined) throw malformed('the body is not valid UTF-8');
  return text;
}

function malformed(reason: string): ParseError {
  return new ParseError({ detail: `Multipart form parse error - ${reason}` });
}

/** Reads one parameter at a time, so that a quoted `; name=` does not count as a parameter. */
const PARAMETER = /;[ \t]*([^=;\s]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"[ \t]*|([^;"\s]+)[ \t]*)?/gy;

/**
 * Parses the parameters after a header's value: `form-data; name="code"` (RFC 9110, 5.6.6).
 *
 * @returns values by lower-case name. Stops at the first text that is not a parameter
 */
function parseParameters(header: string): Readonly<Record<string, string | undefined>> {
  const start = header.indexOf(';');
  const found = start < 0 ? [] : [...header.slice(start).matchAll(PARAMETER)];
  return Object.fromEntries(
    found.map(([, name = '', quoted, plain = '']) => [
      name.toLowerCase(),
      quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1'),
    ]),
  );
}

interface Part {
  /** The header lines, without the empty line that ends them. */
  readonly head: Buffer;
  readonly content: Buffer;
}

const CRLF = Buffer.from('\r\n');
const [TAB, LF, CR, SPACE, HYPHEN] = [0x09, 0x0a, 0x0d, 0x20, 0x2d];

/**
 * Splits a body at its boundary (RFC 2046, 5.1.1).
 *
 * @param most the maximum number of parts; the search stops there
 * @returns undefined if the first or last delimiter is missing, or the empty line of a part
 */
function splitParts(body: Buffer, boundary: string, most: number): readonly Part[] | undefined {
  // The first delimiter may be at the very start, without a line break before it.
  const bytes = Buffer.concat([CRLF, body]);
  const line = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const parts: Part[] = [];
  let delimiter = findDelimiter(bytes, line, 0);
  while (delimiter && !delimiter.isLast && parts.length < most) {
    const next = findDelimiter(bytes, line, delimiter.end);
    if (!next) return undefined;
    const part = splitHead(bytes.subarray(delimiter.end, next.start));
    if (!part) return undefined;
    parts.push(part);
    delimiter = next;
  }
  return delimiter && parts;
}

/** `end` is the line break after the delimiter. The head starts with it, so an empty head needs no special case. */
interface Delimiter {
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

/** A line that only starts like the boundary is content. More than `MAX_FALSE_DELIMITERS` of them end the search. */
function findDelimiter(bytes: Buffer, line: Buffer, from: number): Delimiter | undefined {
  let start = bytes.indexOf(line, from);
  for (let tried = 0; start >= 0 && tried <= MAX_FALSE_DELIMITERS; tried++) {
    let end = start + line.length;
    if (bytes[end] === HYPHEN && bytes[end + 1] === HYPHEN) return { start, end, isLast: true };
    // Transport padding: white space that a gateway may have added.
    while (bytes[end] === SPACE || bytes[end] === TAB) end++;
    if (bytes[end] === CR && bytes[end + 1] === LF) return { start, end, isLast: false };
    start = bytes.indexOf(line, start + 1);
  }
  return undefined;
}

function splitHead(part: Buffer): Part | undefined {
  const emptyLine = part.indexOf('\r\n\r\n');
  return emptyLine < 0
    ? undefined
    : { head: part.subarray(CRLF.length, emptyLine), content: part.subarray(emptyLine + 4) };
}
