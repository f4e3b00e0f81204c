/** Makes the markup of a snippet, within limits of time and size. Beyond them it is the escaped code, without colours. */
import { escapeHtml } from './escape.js';
import { highlightCode, loadGrammar } from './grammars.js';
import { type StoredMarkup, splitMarkup } from './markup.js';
import { OutOfTime, runWithin } from './run-within.js';

/** Why code has no colours. */
export type PlainReason = 'timeout' | 'too-large' | 'failed';

export interface Highlighted extends StoredMarkup {
  /** null: it has colours. */
  readonly plain: PlainReason | null;
  /** The error, if the grammar or its thread failed. */
  readonly cause?: unknown;
}

/** Markup over both is too large: what a store keeps of a snippet is limited by what its sender has sent. */
const [MOST_BYTES, MOST_TIMES] = [16 * 1024, 8];

/**
 * Blocks.
 *
 * @param timeoutMs for the grammar. The rest takes a few milliseconds for any code
 * @throws Error if the language is unknown
 */
export function highlight(code: string, language: string, timeoutMs: number): Highlighted {
  loadGrammar(language);
  try {
    const markup = runWithin(timeoutMs, () => highlightCode(code, language));
    const bytes = Buffer.byteLength(markup);
    const isTooLarge = bytes > MOST_BYTES && bytes > MOST_TIMES * Buffer.byteLength(code);
    return isTooLarge ? plainMarkup(code, 'too-large') : { ...splitMarkup(markup), plain: null };
  } catch (error) {
    return error instanceof OutOfTime ? plainMarkup(code, 'timeout') : plainMarkup(code, 'failed', error);
  }
}

/** Fast for any code: escaping the longest code takes about a millisecond. */
export function plainMarkup(code: string, reason: PlainReason, cause?: unknown): Highlighted {
  return { ...splitMarkup(escapeHtml(code)), plain: reason, ...(cause !== undefined && { cause }) };
}
