/** Makes somebody's text harmless on a terminal. */

/** A tab separates the columns of a list. */
const ACTS_ON_TERMINAL = /(?!\t)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * A control character in a path, a name or an answer could move the cursor or begin a line, and a bidirectional control
 * (UAX #9) could show other text than there is.
 *
 * @param line of text or of JSON, which keeps its value
 */
export function escapeControls(line: string): string {
  return line.replace(
    ACTS_ON_TERMINAL,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
