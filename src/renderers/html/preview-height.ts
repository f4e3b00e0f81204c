/** How tall a highlighted document is, in pixels, as `highlighting/layout.ts` lays it out: a frame cannot tell without script. */
import { countLines } from '../../highlighting/html-page.js';

export interface Shown {
  readonly title: string;
  readonly code: string;
  readonly linenos: boolean;
}

const AROUND = 44;
const TITLE = 61;

const LINE = 22.4;
const SCROLL_BAR = 16;
const TALLEST = 640;
/** A line that does not fit the page on a desk; on a phone scroll bars take no room. */
const LONG_LINE = /[^\n]{100}/;

const LINE_ON_PAPER = 16.44;
/** Columns of a narrow sheet with wide margins: what is wider only leaves some room. */
const SHEET = 72;
const TAB = 4;

/** Beyond the tallest the frame scrolls. */
export function heightOnScreen({ title, code }: Shown): number {
  const scrollBar = LONG_LINE.test(code) ? SCROLL_BAR : 0;
  return Math.min(TALLEST, heightOf(title, countLines(code) * LINE + scrollBar));
}

/** Long lines are broken, except beside their numbers. */
export function heightOnPaper({ title, code, linenos }: Shown): number {
  const broken = linenos ? 0 : code.split('\n').reduce((rows, line) => rows + breaksOf(line), 0);
  return heightOf(title, (countLines(code) + broken) * LINE_ON_PAPER);
}

function heightOf(title: string, lines: number): number {
  return Math.ceil(AROUND + (title.trim() === '' ? 0 : TITLE) + lines);
}

function breaksOf(line: string): number {
  // Most of what is not of the first alphabets takes two columns.
  const columns = line.replace(/\t/g, ' '.repeat(TAB)).replace(/[^\0-\u10ff]/g, '  ').length;
  return Math.max(0, Math.ceil(columns / SHEET) - 1);
}
