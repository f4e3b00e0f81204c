/** Marks the words of a search where a list shows them. */
import { type Content, escapeDirectionControls, html } from '../html.js';

export interface Marker {
  (text: string): Content;
  /** Something is sought. */
  readonly isSeeking: boolean;
  readonly finds: (text: string) => boolean;
}

/** Where a part of an identifier begins or ends: `aB`, `a1`, `1a`, `ABc`. */
const WITHIN = [
  '(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})',
  '(?<=\\p{L})(?=\\p{N})',
  '(?<=\\p{N})(?=\\p{L})',
  '(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})',
].join('|');
const BEGIN = `(?:(?<![\\p{L}\\p{M}\\p{N}])|${WITHIN})`;
const END = `(?:(?![\\p{L}\\p{M}\\p{N}])|${WITHIN})`;

/** The fewest characters of a word whose beginning is found. */
const BEGINNING = 3;

const NOTHING_SOUGHT: Marker = Object.assign((text: string) => escapeDirectionControls(text), {
  isSeeking: false,
  finds: () => false,
});

/** @param sought the words of a search; the marks cover words and parts of identifiers, or their beginnings */
export function makeMarker(sought: string): Marker {
  const words =
    sought
      .match(/[\p{L}\p{M}\p{N}\p{Pc}-]+/gu)
      ?.map(patternOf)
      .filter(Boolean) ?? [];
  if (words.length === 0) return NOTHING_SOUGHT;
  words.sort((one, other) => other.length - one.length);
  const pattern = new RegExp(`${BEGIN}(${words.join('|')})`, 'u');
  const mark = (text: string): Content =>
    // `split` with a group puts each match at an odd index.
    text
      .split(pattern)
      .map((part, index) =>
        index % 2 === 1 ? html`<mark>${escapeDirectionControls(part)}</mark>` : escapeDirectionControls(part),
      );
  return Object.assign(mark, { isSeeking: true, finds: (text: string) => pattern.test(text) });
}

/** Matches the word in either case, with or without `-` and `_` between its characters; '' for no word. */
function patternOf(word: string): string {
  const characters = [...word].filter((character) => !/[\p{Pc}-]/u.test(character));
  if (characters.length === 0) return '';
  const pattern = characters
    .map((character) => {
      const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
      // `ß` and `SS`: a change of case that changes the number of characters is left out.
      return `[${[...cases].filter((form) => [...form].length === 1).join('')}]`;
    })
    .join('[_-]?');
  return characters.length < BEGINNING ? pattern + END : pattern;
}
