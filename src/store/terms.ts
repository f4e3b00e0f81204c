/** Defines what a search finds: how texts are cut into terms, how terms are compared, and what a query asks for. */
import { filtered, searched } from '#generated/server/marks.gen.js';
import { runsOf } from './name-parts.js';
import type { SnippetRecord } from './records.js';

/** The most words of one snippet. None of 23,000 source files of up to 100 KB had more whole words. */
const MOST_WORDS = 4000;
/** UTF-16 code units of a word. No valid `q` can contain a longer word. */
const LONGEST = 200;
/** UTF-16 code units of a name. A longer name is found by its words only. */
const LONGEST_NAME = 1000;
/** The most runs of parts that are looked at in one record: this takes some milliseconds. */
const MOST_RUNS = 40_000;
/** UTF-16 code units that are normalised at once: a long text of combining marks takes quadratic time. */
const NORMALISED = 500;
/** Characters from which on a word of a query also finds what begins with it. */
const SHORTEST_BEGINNING = 3;

/** Scripts without spaces between words: they are indexed as pairs of characters. */
const CJK = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}`;
/**
 * Letters, digits, connectors such as `_`, and combining marks (UTS #18, Annex C, `\w`, without join controls), in runs
 * that are CJK or not.
 */
const WORDS = new RegExp(
  String.raw`(?=[\p{Alphabetic}\p{Nd}\p{Pc}])(?:(?:(?=[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}])[${CJK}\p{M}])+|(?:(?![${CJK}])[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}])+)`,
  'gu',
);
const IS_CJK = new RegExp(`^[${CJK}]`, 'u');
/** Words with hyphens between them, as in `detect-port`. */
const NAMES = new RegExp(String.raw`(?:(?![${CJK}])[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}-])+`, 'gu');
/** Between the parts of a word. Those at its ends stay: `__init__` is another word than `init`. */
const INNER_CONNECTORS = /(?<=\P{Pc})\p{Pc}+(?=\P{Pc})/gu;
/** What no word has: for the index of the embedded store it ends a term. Folding makes it of few characters. */
const NO_TERM_CHARACTER = /[\0-/:-@[-^`{-\x7f]/g;

/** Most code is ASCII, and needs neither Unicode properties nor normalising. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORDS = /\w+/g;
const ASCII_NAMES = /[\w-]+/g;
/** A name of one part, which is a word of its own: most names. */
const ONE_PART = /^[a-z]+$/;

/** A term that no snippet has. A query without words asks for it. */
const NOTHING = ':';

type Searched = (typeof searched.SnippetInput)[number];
type Filtered = (typeof filtered.SnippetInput)[number];
type Indexed = Pick<SnippetRecord, Searched | Filtered | 'ownerId'>;

/**
 * All terms of a snippet: what lists narrow by, then its words, the parts of their names and its CJK pairs, as many as
 * there is room for. No word has a colon.
 */
export function termsOf(snippet: Indexed): string[] {
  const { owner, others, both } = facetsOf(snippet);
  return [...owner, ...others, ...both, ...wordsOf(...searchedTexts(snippet))];
}

const searchedTexts = (snippet: Pick<SnippetRecord, Searched>): string[] =>
  searched.SnippetInput.map((name) => snippet[name] ?? '');

/** What narrows a list: the owner, and the fields with `x-filter`. A blank value is none. */
export type Facets = { readonly ownerId?: number | null | undefined } & {
  readonly [Name in Filtered]?: SnippetRecord[Name] | undefined;
};

function facetsOf({ ownerId, ...values }: Facets) {
  const owner = ownerId === undefined || ownerId === null ? [] : [`o:${ownerId}`];
  const others = filtered.SnippetInput.flatMap((name) => {
    const value = values[name] ?? '';
    return value === '' ? [] : [`${asTerm(name)}:${asTerm(value)}`];
  });
  return { owner, others, both: owner.flatMap((one) => others.map((other) => `${one}:${other}`)) };
}

/** A term has letters, digits, `_` and `-`; of other characters it has the code. */
const asTerm = (value: unknown) =>
  String(value).replace(/[^a-z0-9_-]/gu, (character) => `:${character.codePointAt(0)?.toString(16)}`);

/**
 * What a filtered list looks up, for `$all`.
 *
 * @param q undefined: no search. A text without words finds nothing
 * @returns undefined when nothing narrows the list
 */
export function soughtTerms(q: string | undefined, facets: Facets): (string | RegExp)[] | undefined {
  const { owner, others, both } = facetsOf(facets);
  // Owner and language together are one look-up.
  const narrowing = both.length > 0 ? both : [...owner, ...others];
  if (q === undefined) return narrowing.length > 0 ? narrowing : undefined;
  const words = soughtIn(q);
  return words.length > 0 ? [...narrowing, ...words] : [NOTHING];
}

/** The words of a query; of three characters and more as the beginning of a word. */
function soughtIn(q: string): (string | RegExp)[] {
  const sought = new Map<string, string | RegExp>();
  for (const word of wholeWordsIn(q)) {
    if (IS_CJK.test(word)) {
      const pairs = [...cjkTermsOf([...word])];
      const last = pairs.pop() ?? '';
      if (pairs.length === 0) sought.set(last, beginning(last));
      for (const pair of pairs) sought.set(pair, pair);
    } else sought.set(word, [...word].length < SHORTEST_BEGINNING ? word : beginning(word));
  }
  return [...sought.values()];
}

/** No character of a term has a meaning in an expression. */
const beginning = (term: string) => new RegExp(`^${term}`);

/** The distinct words. Where there is no room for all of them, the first and the last: a log is sought by its end too. */
function wordsOf(...texts: readonly string[]): string[] {
  const words = new Set<string>();
  if (addWords(words, texts)) {
    addNameParts(words, texts);
    return [...words];
  }
  const ends = new Set([...words].slice(0, MOST_WORDS / 2));
  addWords(ends, texts.toReversed(), true);
  return [...ends];
}

/** @returns whether a search finds a snippet by all of its words */
export const hasRoomForWords = (snippet: Pick<SnippetRecord, Searched>): boolean =>
  addWords(new Set(), searchedTexts(snippet));

/** @returns false when there was no room for all of them */
function addWords(words: Set<string>, texts: readonly string[], isFromEnd = false): boolean {
  for (const text of texts)
    for (const word of wholeWordsIn(text, isFromEnd)) {
      const pairs = IS_CJK.test(word) ? cjkTermsOf([...word]) : [word];
      for (const term of isFromEnd ? [...pairs].reverse() : pairs) {
        if (words.size === MOST_WORDS && !words.has(term)) return false;
        words.add(term);
      }
    }
  return true;
}

/** Each pair, and the last character, so that every character is the beginning of a term. */
function* cjkTermsOf(characters: readonly string[]): Generator<string> {
  for (let i = 1; i < characters.length; i += 1) yield `${characters[i - 1]}${characters[i]}`;
  yield* characters.slice(-1);
}

function addNameParts(words: Set<string>, texts: readonly string[]): void {
  const names = new Set<string>();
  let runs = 0;
  for (const text of texts) {
    for (const name of text.match(ASCII.test(text) ? ASCII_NAMES : NAMES) ?? []) {
      if (name.length > LONGEST_NAME || ONE_PART.test(name) || names.has(name)) continue;
      names.add(name);
      for (const run of runsOf(name)) {
        runs += 1;
        const word = run.map(fold).join('');
        if (word !== '' && word.length <= LONGEST) words.add(word);
        if (words.size >= MOST_WORDS || runs === MOST_RUNS) return;
      }
    }
  }
}

/**
 * Words that differ only in case, in compatibility forms of their characters or in `_` between their parts are the
 * same. A run of CJK characters is one word, whatever its length.
 */
function* wholeWordsIn(text: string, isFromEnd = false): Generator<string> {
  // Each distinct word once: half of the words of code are repetitions.
  const found = text.match(ASCII.test(text) ? ASCII_WORDS : WORDS) ?? [];
  for (const word of new Set(isFromEnd ? found.toReversed() : found)) {
    if (IS_CJK.test(word)) yield fold(word);
    else if (word.length <= LONGEST) {
      const folded = fold(word).replace(INNER_CONNECTORS, '');
      if (folded !== '') yield folded;
    }
  }
}

/** Similar to NFKC_Casefold (Unicode, D147). Upper case first: `ß` equals `ss`, and `ς` equals `σ` everywhere. */
function fold(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  if (word.length > NORMALISED) return fold(word.slice(0, NORMALISED)) + fold(word.slice(NORMALISED));
  const folded = word.normalize('NFKC').toUpperCase().toLowerCase();
  return folded.normalize('NFKC').replaceAll('ς', 'σ').replace(NO_TERM_CHARACTER, '').toWellFormed();
}
