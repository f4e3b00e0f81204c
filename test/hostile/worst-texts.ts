/** Texts that make careless code slow: long runs of one thing, and an end on which a pattern fails. */

const UNITS: Readonly<Record<string, string>> = {
  letters: 'a',
  marks: '\u0315\u0300',
  spaces: ' ',
  tabs: '\t',
  newlines: '\n',
  'letters with marks': 'a\u0315\u0300',
  'ligatures that NFKC makes long': '\ufdfa',
  'Hangul jamo': '\u1100\u1161\u11a8',
  emoji: '\u{1f600}',
  'halves of surrogate pairs': '\ud800',
  'HTML syntax': `&<>"'`,
  'direction controls': '\u202e',
  'control characters': '\u0001',
  'percent signs': '%',
  escapes: '%41',
  backslashes: '\\',
  quotes: '"',
  commas: ',',
  'quoted commas': '",',
  parameters: ';a="',
  equals: '=',
  slashes: '/',
  'parent folders': '../',
  digits: '9',
  minuses: '-',
  'open braces': '{',
  'open brackets': '[',
  'open parentheses': '(',
  'entity tags': 'W/"',
  words: 'a ',
};

const ENDS: Readonly<Record<string, string>> = {
  '': '',
  ', then NUL': '\0',
  ', then a line with a letter': '\na',
};

export interface WorstText {
  readonly name: string;
  /** @param length in UTF-16 code units */
  make(length: number): string;
}

export const WORST_TEXTS: readonly WorstText[] = [
  ...Object.entries(UNITS).flatMap(([unit, text]) =>
    Object.entries(ENDS).map(([end, tail]) => ({
      name: unit + end,
      make: (length: number) => text.repeat(Math.max(0, (length - tail.length) / text.length)) + tail,
    })),
  ),
  { name: 'different words', make: (length) => differentWords(length) },
  { name: 'different letters', make: (length) => differentLetters(length) },
];

/** As many words as a text can have. */
function differentLetters(length: number): string {
  return Array.from(
    { length: length / 2 },
    (_, index) => `${String.fromCodePoint(0x4e00 + (index % 20_000))} `,
  )
    .join('')
    .slice(0, length);
}

function differentWords(length: number): string {
  const words: string[] = [];
  for (let size = 0, i = 0; size < length; i++) {
    words.push(i.toString(36));
    size += i.toString(36).length + 1;
  }
  return words.join(' ').slice(0, length);
}
