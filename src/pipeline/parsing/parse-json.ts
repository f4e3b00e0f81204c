/** Parses `application/json` (RFC 8259). */

import { ParseError } from '../../errors/index.js';
import { decodeText } from '../decode-text.js';

/** @throws ParseError that says why */
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

/** The parser quotes the input: half of a surrogate pair would not survive the way to the client. */
function printable(reason: string): string {
  return reason.toWellFormed();
}
