/** Markup by lines: each has its spans closed, so that it can be an element, or stand alone. */
import { cut } from '../../../cut.js';

/** A tag, a reference, a line end, or plain characters. */
const TOKENS = /<[^<>]*>|&[^&;]{1,8};|\n|[^<&\n]+/g;

interface Limits {
  /** The most lines. */
  readonly lines: number;
  /** The most characters of a line; the rest is left out. */
  readonly width?: number;
  /** Characters of markup of all lines; the line that reaches it is the last. */
  readonly markup?: number;
}

/** @param markup of the highlighter: escaped text and `<span class="...">` */
export function linesOf(
  markup: string,
  { lines: most, width = Infinity, markup: largest = Infinity }: Limits,
): string[] {
  const lines: string[] = [];
  const open: string[] = [];
  let line = '';
  let room = width;
  let size = 0;
  const close = () => '</span>'.repeat(open.length);
  for (const [token] of markup.matchAll(TOKENS)) {
    if (token === '\n') {
      lines.push(room >= 0 ? `${line}\n${close()}` : `${line}\n`);
      size += line.length;
      if (lines.length === most || size > largest) return lines;
      line = open.join('');
      room = width;
      continue;
    }
    const isTag = token.startsWith('<');
    if (isTag && room >= 0) line += token;
    if (isTag) token.startsWith('</') ? open.pop() : open.push(token);
    else if (room >= 0) {
      const length = token.startsWith('&') ? 1 : token.length;
      line += length > room ? cut(token, room) + close() : token;
      room -= length;
    }
  }
  // A final newline does not start another line.
  if (line !== open.join('')) lines.push(room >= 0 ? line + close() : line);
  return lines;
}

/** Whether it shows anything but white space. */
export const isVisible = (line: string): boolean => line.replace(/<[^<>]*>/g, '').trim() !== '';
