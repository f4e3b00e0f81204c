/** Decodes UTF-8 strictly: a byte that is no text is an error, never a replacement character. */
import { isUtf8 } from 'node:buffer';

/** @returns the text, a byte order mark included; undefined when the bytes are not UTF-8 */
export function decodeText(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
