/** Splits a multipart body at its boundary (RFC 2046, 5.1.1). */
import { MAX_FALSE_DELIMITERS } from './limits.js';

export interface Part {
  /** The header lines, without the empty line that ends them. */
  readonly head: Buffer;
  readonly content: Buffer;
}

const CRLF = Buffer.from('\r\n');
const [TAB, LF, CR, SPACE, HYPHEN] = [0x09, 0x0a, 0x0d, 0x20, 0x2d];

/**
 * @param most the maximum number of parts; the search stops there
 * @returns undefined if the first or last delimiter is missing, or the empty line of a part
 */
export function splitParts(body: Buffer, boundary: string, most: number): readonly Part[] | undefined {
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

/** A line that only starts like the boundary is content. Each costs a little, so more than `MAX_FALSE_DELIMITERS` end the search. */
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
