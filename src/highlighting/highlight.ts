/** Renders the HTML of a snippet. Uses plain text if the grammar fails or the HTML is too large. */

import { highlightCode } from './grammars.js';
import { type HighlightInput, type PlainReason, renderHtmlPage, renderPlainHtmlPage } from './html-page.js';

export interface Highlighted {
  html: string;
  /** Whether the code is shown without colours, and the reason. */
  plain: boolean;
  reason?: PlainReason;
}

/** Larger HTML is replaced by plain text, which stays below 2 MB for the longest accepted code. */
export const maxDocumentBytes = 8 * 1024 * 1024;

/**
 * Blocks while the grammar works, which may take minutes. Call it in a thread that can be stopped.
 *
 * @param maxBytes of the whole HTML in UTF-8
 * @throws Error if the style is unknown
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

/** Fast for any code: escaping the longest code takes about a millisecond. */
export function plainDocument(input: HighlightInput, reason: PlainReason): Highlighted {
  return { html: renderPlainHtmlPage(input, reason), plain: true, reason };
}
