/** Computes the height of highlighted HTML in pixels (`highlighting/layout.ts`): without script a frame cannot. */
import { countLines } from '../../highlighting/html-page.js';

/** A record with code; other records count as empty. */
interface Shown {
  readonly title?: unknown;
  readonly code?: unknown;
  readonly linenos?: unknown;
  readonly [field: string]: unknown;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const AROUND = 44;
const TITLE = 61;

const LINE = 22.4;
const SCROLL_BAR = 16;
const TALLEST = 640;
/** Wider than a page on a desktop screen. On a phone, scroll bars take no room. */
const LONG_LINE = 100;

const LINE_ON_PAPER = 16.44;
/** Columns of a narrow sheet with wide margins. A wider sheet leaves some space. */
const SHEET = 72;
const TAB = 4;

/** The frame scrolls when the HTML is taller. */
export function heightOnScreen(shown: Shown): number {
  const [title, code] = [textOf(shown.title), textOf(shown.code)];
  const scrollBar = code.split('\n').some((line) => line.length >= LONG_LINE) ? SCROLL_BAR : 0;
  return Math.min(TALLEST, heightOf(title, countLines(code) * LINE + scrollBar));
}

/** Long lines wrap, except in code with line numbers. */
export function heightOnPaper(shown: Shown): number {
  const [title, code] = [textOf(shown.title), textOf(shown.code)];
  const broken =
    shown.linenos === true ? 0 : code.split('\n').reduce((rows, line) => rows + breaksOf(line), 0);
  return heightOf(title, (countLines(code) + broken) * LINE_ON_PAPER);
}

function heightOf(title: string, lines: number): number {
  return Math.ceil(AROUND + (title.trim() === '' ? 0 : TITLE) + lines);
}

function breaksOf(line: string): number {
  // Most characters beyond the first alphabets (U+10FF) are two columns wide.
  const columns = line.replace(/\t/g, ' '.repeat(TAB)).replace(/[^\0-\u10ff]/g, '  ').length;
  return Math.max(0, Math.ceil(columns / SHEET) - 1);
}
