/** Quotes what a client sent in a message about it, never at length: the answer must not be larger than the request. */

/** Characters. Every valid choice, media type and origin is shorter. */
const MOST = 200;

/** @returns the text, cut when it is long */
export function quoteInput(text: string): string {
  if (text.length <= MOST) return text;
  // Not through the middle of a surrogate pair, which UTF-8 cannot carry.
  return `${text.slice(0, MOST).replace(/[\ud800-\udbff]$/, '')}…`;
}
