/** Splits a multipart body at its boundary (RFC 2046, 5.1.1). */

export interface Part {
  /** The header lines, without the empty line that ends them. */
  readonly head: Buffer;
  readonly content: Buffer;
}

const CRLF = Buffer.from('\r\n');

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

/** A line that only starts like the boundary is content. */
function findDelimiter(bytes: Buffer, line: Buffer, from: number): Delimiter | undefined {
  for (let start = bytes.indexOf(line, from); start >= 0; start = bytes.indexOf(line, start + 1)) {
    let end = start + line.length;
    if (bytes.toString('latin1', end, end + 2) === '--') return { start, end, isLast: true };
    // Transport padding: white space that a gateway may have added.
    while (bytes[end] === 0x20 || bytes[end] === 0x09) end++;
    if (bytes.toString('latin1', end, end + 2) === '\r\n') return { start, end, isLast: false };
  }
  return undefined;
}

function splitHead(part: Buffer): Part | undefined {
  const emptyLine = part.indexOf('\r\n\r\n');
  return emptyLine < 0
    ? undefined
    : { head: part.subarray(CRLF.length, emptyLine), content: part.subarray(emptyLine + 4) };
}
