/** Renders the HTML of a snippet. Uses plain text if the grammar fails or the HTML is too large. */

import { highlightCode } from './grammars.js';
import { type HighlightInput, type PlainReason, renderHtmlPage, renderPlainHtmlPage } from './html-page.js';

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
 * Blocks while the grammar works, which may take minutes. Call it in a thread that can be stopped.
 *
 * @param maxBytes of the whole HTML in UTF-8
 * @throws Error if the style is unknown
 */
export function highlight(input: HighlightInput, maxBytes = maxHtmlBytes): Highlighted {
  let code: string;
  try {
    code = highlightCode(input.code, input.language);
  } catch (error) {
    return plainHtml(input, 'failed', error);
  }
  const html = renderHtmlPage({ back: BACK, ...input }, code);
  return Buffer.byteLength(html) <= maxBytes ? { html, plain: false } : plainHtml(input, 'too-large');
}

/** Fast for any code: escaping the longest code takes about a millisecond. */
export function plainHtml(input: HighlightInput, reason: PlainReason, cause?: unknown): Highlighted {
  const html = renderPlainHtmlPage({ back: BACK, ...input }, reason);
  return cause === undefined ? { html, plain: true, reason } : { html, plain: true, reason, cause };
}
