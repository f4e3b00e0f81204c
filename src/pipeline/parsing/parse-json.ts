/** Parses `application/json` (RFC 8259). */

import { ParseError } from '../../errors/index.js';
import { decodeText } from './read-body.js';

/** No schema of the contract has half this depth. Recursive code that reads it later is safe up to it. */
export const MAX_DEPTH = 64;
/** The number of members and items: far more than any schema of the contract has. */
export const MAX_VALUES = 10_000;

/** @throws ParseError with the reason */
export function parseJson(bytes: Buffer): unknown {
  const text = decodeText(bytes);
  if (text === undefined) throw malformed('the body is not valid UTF-8');
  const { depth, values } = measureJson(bytes);
  if (depth > MAX_DEPTH) throw malformed(`the body is nested deeper than ${MAX_DEPTH} levels`);
  if (values > MAX_VALUES) throw malformed(`the body has more than ${MAX_VALUES} members`);
  try {
    // A byte order mark may be ignored (RFC 8259, 8.1).
    return JSON.parse(text.startsWith('\u{feff}') ? text.slice(1) : text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The parser's message quotes the input. Half of a surrogate pair cannot be sent as UTF-8.
    throw malformed(reason.toWellFormed(), error);
  }
}

function malformed(reason: string, cause?: unknown): ParseError {
  return new ParseError({ detail: `JSON parse error - ${reason}`, cause });
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN = [0x5b, 0x7b];
const CLOSE = [0x5d, 0x7d];

/**
 * Measures a text in one pass over its bytes, before it is parsed.
 *
 * @param bytes UTF-8; need not be JSON: the parser decides that
 * @returns the depth of arrays and objects, and an upper limit of the number of their members and items
 */
function measureJson(bytes: Buffer): { depth: number; values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfString(bytes, i + 1);
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN[0] || byte === OPEN[1]) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === CLOSE[0] || byte === CLOSE[1]) depth -= 1;
  }
  return { depth: deepest, values };
}

/** @returns the position of the closing quote, or the end */
function endOfString(bytes: Buffer, from: number): number {
  let i = from;
  for (; i < bytes.length && bytes[i] !== QUOTE; i += 1) if (bytes[i] === BACKSLASH) i += 1;
  return i;
}
