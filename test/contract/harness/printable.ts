/** Foreign text for a terminal, a log or a report: what it does not show is written as `\u009b`. */

/**
 * Control characters, those that turn the direction of writing, halves of surrogate pairs, and what has no meaning yet.
 * Joiners and selectors within emoji are escaped, too: a reader sees of what a text consists.
 */
const UNSHOWN = /[\p{C}\u2028\u2029]/gu;

/** @returns the text on one line */
export const printable = (text: string): string => text.replace(UNSHOWN, escaped);

/** @returns the text, whose lines stay; a JSON text stays one with the same meaning */
export const printableLines = (text: string): string =>
  text.replace(UNSHOWN, (found) => (found === '\n' ? found : escaped(found)));

const escaped = (character: string) =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
