/** Parses `application/json` (RFC 8259). */

import { ParseError } from '../../errors/index.js';
import { decodeText } from '../decode-text.js';

/** @throws ParseError with the reason */
export function parseJson(bytes: Buffer): unknown {
  const text = decodeText(bytes);
  if (text === undefined) throw new ParseError({ detail: 'JSON parse error - the body is not valid UTF-8' });
  try {
    // A byte order mark may be ignored (RFC 8259, 8.1).
    return JSON.parse(text.startsWith('\u{feff}') ? text.slice(1) : text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ParseError({ detail: `JSON parse error - ${printable(reason)}`, cause: error });
  }
}

/** The parser's message quotes the input. Half of a surrogate pair cannot be sent as UTF-8. */
function printable(reason: string): string {
  return reason.toWellFormed();
}
