/** From a snippet to its highlighted HTML, plain when the grammar fails or its spans outgrow the limit. */

import { highlightCode } from './grammars.js';
import { type HighlightInput, type PlainReason, renderHtmlPage, renderPlainHtmlPage } from './html-page.js';

export interface Highlighted {
  html: string;
  /** Whether the code is shown without colours, and then why. */
  plain: boolean;
  reason?: PlainReason;
  /** What went wrong, when the grammar or its thread failed. */
  cause?: unknown;
}

/** Larger HTML is replaced by the plain form, which stays below 2 MB for the longest code that is accepted. */
export const maxHtmlBytes = 8 * 1024 * 1024;

/**
 * Blocks for as long as the grammar takes, which may be minutes: for a thread that can be ended, not for the event loop.
 *
 * @param maxBytes of the whole HTML in UTF-8
 * @throws Error when the style is unknown
 */
export function highlight(input: HighlightInput, maxBytes = maxHtmlBytes): Highlighted {
  let code: string;
  try {
    code = highlightCode(input.code, input.language);
  } catch (error) {
    return plainHtml(input, 'failed', error);
  }
  const html = renderHtmlPage(input, code);
  return Buffer.byteLength(html) <= maxBytes ? { html, plain: false } : plainHtml(input, 'too-large');
}

/** Quick for any code: escaping the longest one takes about a millisecond. */
export function plainHtml(input: HighlightInput, reason: PlainReason, cause?: unknown): Highlighted {
  const html = renderPlainHtmlPage(input, reason);
  return cause === undefined ? { html, plain: true, reason } : { html, plain: true, reason, cause };
}
