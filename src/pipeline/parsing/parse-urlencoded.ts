/** Parses `application/x-www-form-urlencoded` (WHATWG URL, 5.1): `x[0]` and `a.b` are plain names. */

import { ParseError } from '../../errors/index.js';
import type { FormFields } from '../request/api-request.js';
import { MAX_FIELDS } from './parse-multipart.js';
import { decodeText } from './read-body.js';

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PLUS = 0x2b;
const PERCENT = 0x25;
const SPACE = 0x20;

/** @throws ParseError for bytes that are not UTF-8, percent-encoded ones included, and for too many fields */
export function parseUrlencoded(bytes: Buffer): FormFields {
  const fields: (readonly [string, string])[] = [];
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(AMPERSAND, start);
    const end = next < 0 ? bytes.length : next;
    if (end > start) {
      if (fields.length === MAX_FIELDS) throw malformed(`the body has more than ${MAX_FIELDS} fields`);
      fields.push(parsePair(bytes.subarray(start, end)));
    }
    start = end + 1;
  }
  return fields;
}

function parsePair(pair: Buffer): readonly [name: string, value: string] {
  const equals = pair.indexOf(EQUALS);
  if (equals < 0) return [decodeComponent(pair), ''];
  return [decodeComponent(pair.subarray(0, equals)), decodeComponent(pair.subarray(equals + 1))];
}

/** One pass over the bytes; a `%` without two hexadecimal digits stands for itself. */
function decodeComponent(component: Buffer): string {
  const decoded = Buffer.allocUnsafe(component.length);
  let length = 0;
  for (let i = 0; i < component.length; i += 1) {
    const byte = component[i] ?? 0;
    const escaped = byte === PERCENT ? hexPair(component[i + 1], component[i + 2]) : -1;
    if (escaped >= 0) i += 2;
    decoded[length] = escaped >= 0 ? escaped : byte === PLUS ? SPACE : byte;
    length += 1;
  }
  const text = decodeText(decoded.subarray(0, length));
  if (text === undefined) throw malformed('the body is not valid UTF-8');
  return text;
}

/** @returns the byte, or a negative number when one of the two is not a hexadecimal digit */
function hexPair(high: number | undefined, low: number | undefined): number {
  const [first, second] = [hexDigit(high), hexDigit(low)];
  return first < 0 || second < 0 ? -1 : first * 16 + second;
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function malformed(reason: string): ParseError {
  return new ParseError({ detail: `Form parse error - ${reason}` });
}
