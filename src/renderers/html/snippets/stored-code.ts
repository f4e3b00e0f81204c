/** Takes the coloured code out of the stored HTML page of a snippet, so that the snippet's own page can show it. */
import { type PlainReason, plainReasonOf } from '../../../highlighting/html-page.js';

export interface StoredCode {
  /** Escaped, with `<span class="...">` and nothing else. */
  readonly markup: string;
  /** Why it has no colours. */
  readonly plain: PlainReason | undefined;
}

const START = /<pre><code [^>]*>/;
const END = '</code></pre>';
const SPAN = /<(?:span class="[\w. -]*"|\/span)>/g;

/** @returns undefined for HTML of another form, and for markup that a page must not contain: it could hold a form */
export function readStoredCode(page: string): StoredCode | undefined {
  const start = START.exec(page);
  const end = page.lastIndexOf(END);
  if (!start || end < 0) return undefined;
  const markup = page.slice(start.index + start[0].length, end);
  if (markup.replace(SPAN, '').includes('<')) return undefined;
  return { markup, plain: plainReasonOf(page) };
}
