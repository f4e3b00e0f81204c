/** Renders the HTML of a snippet. Uses plain text if the grammar fails or the HTML is too large. */

import { highlightCode, loadGrammar } from './grammars.js';
import { type HighlightInput, type PlainReason, renderHtmlPage, renderPlainHtmlPage } from './html-page.js';
import { OutOfTime, runWithin } from './run-within.js';

/** The page about the snippet, relative to the path that serves the HTML. */
const BACK = '../';

export interface Highlighted {
  html: string;
  /** Whether the code is shown without colours, and the reason. */
  plain: boolean;
  reason?: PlainReason;
  /** The error, if the grammar or its thread failed. */
  cause?: unknown;
}

/** Larger HTML is replaced by the plain form, which stays below 2 MB for the longest code that is accepted. */
export const maxHtmlBytes = 8 * 1024 * 1024;

/**
 * Blocks.
 *
 * @param timeoutMs for the grammar. The rest takes a few milliseconds for any code
 * @param maxBytes of the whole HTML in UTF-8
 * @throws Error if the language or the style is unknown
 */
export function highlight(input: HighlightInput, timeoutMs: number, maxBytes = maxHtmlBytes): Highlighted {
  loadGrammar(input.language);
  let code: string;
  try {
    code = runWithin(timeoutMs, () => highlightCode(input.code, input.language));
  } catch (error) {
    return error instanceof OutOfTime ? plainHtml(input, 'timeout') : plainHtml(input, 'failed', error);
  }
  const html = renderHtmlPage({ back: BACK, ...input }, code);
  return Buffer.byteLength(html) <= maxBytes ? { html, plain: false } : plainHtml(input, 'too-large');
}

/** Fast for any code: escaping the longest code takes about a millisecond. */
export function plainHtml(input: HighlightInput, reason: PlainReason, cause?: unknown): Highlighted {
  const html = renderPlainHtmlPage({ back: BACK, ...input }, reason);
  return cause === undefined ? { html, plain: true, reason } : { html, plain: true, reason, cause };
}
