/** Parses `application/json` (RFC 8259). */

import { ParseError } from '../../errors/index.js';
import { decodeText } from '../decode-text.js';
import { measureJson } from './measure-json.js';

/** No schema of the contract nests half as deep; recursive code after this stage is safe within it. */
export const MAX_DEPTH = 64;
/** Members and items in all, by far more than any schema of the contract has. */
export const MAX_VALUES = 10_000;

/** @throws ParseError that says why */
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
    // The parser quotes the input: half of a surrogate pair would not survive the way to the client.
    throw malformed(reason.toWellFormed(), error);
  }
}

function malformed(reason: string, cause?: unknown): ParseError {
  return new ParseError({ detail: `JSON parse error - ${reason}`, cause });
}
