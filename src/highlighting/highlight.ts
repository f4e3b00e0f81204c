/** From a snippet to its document, plain when the grammar fails or its spans outgrow the limit. */

import { highlightCode } from './grammars.js';
import { type HighlightInput, type PlainReason, renderHtmlPage, renderPlainHtmlPage } from './html-page.js';

export interface Highlighted {
  html: string;
  /** Whether the code is shown without colours, and then why. */
  plain: boolean;
  reason?: PlainReason;
}

/** A larger document is replaced by the plain one, which stays below 2 MB for the longest code that is accepted. */
export const maxDocumentBytes = 8 * 1024 * 1024;

/**
 * Blocks for as long as the grammar takes, which may be minutes: for a thread that can be ended, not for the event loop.
 *
 * @param maxBytes of the whole document in UTF-8
 * @throws Error when the style is unknown
 */
export function highlight(input: HighlightInput, maxBytes = maxDocumentBytes): Highlighted {
  let code: string;
  try {
    code = highlightCode(input.code, input.language);
  } catch {
    return plainDocument(input, 'failed');
  }
  const html = renderHtmlPage(input, code);
  return Buffer.byteLength(html) <= maxBytes ? { html, plain: false } : plainDocument(input, 'too-large');
}

/** Quick for any code: escaping the longest one takes about a millisecond. */
export function plainDocument(input: HighlightInput, reason: PlainReason): Highlighted {
  return { html: renderPlainHtmlPage(input, reason), plain: true, reason };
}
