/** Parses `application/json` (RFC 8259). */

import { ParseError } from '../../errors/index.js';
import { decodeText } from '../decode-text.js';
import { measureJson } from './measure-json.js';

/** No schema of the contract has half this depth. Recursive code in later stages is safe up to it. */
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
