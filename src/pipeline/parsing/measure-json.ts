/** Measures a JSON text in one pass over its bytes, before it is parsed. */

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN = [0x5b, 0x7b];
const CLOSE = [0x5d, 0x7d];

/**
 * @param bytes UTF-8; need not be JSON: the parser decides that
 * @returns the depth of arrays and objects, and an upper limit of the number of their members and items
 */
export function measureJson(bytes: Buffer): { depth: number; values: number } {
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
