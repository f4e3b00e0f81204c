/** Parses `multipart/form-data` (RFC 7578) in memory. Files are not kept. */

import { ParseError } from '../../errors/index.js';
import { decodeText } from '../decode-text.js';
import { MAX_BOUNDARY, MAX_FIELDS, MAX_PART_HEAD } from './limits.js';
import { parseParameters } from './parse-parameters.js';
import { splitParts } from './split-parts.js';

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
