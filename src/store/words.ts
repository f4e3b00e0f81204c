/** Defines the words that a search finds: how a text is split into words, and how words are compared. */
import { runsOf } from './name-parts.js';

/** The most distinct words of one snippet. None of 23,000 source files of up to 100 KB had more whole words. */
const MOST_WORDS = 4000;
/** UTF-16 code units of a word. No valid `q` can contain a longer word. */
const LONGEST = 200;
/** UTF-16 code units of a name. A longer name is found by its words only. */
const LONGEST_NAME = 1000;
/** The most runs of parts that are looked at in one record: this takes some milliseconds. */
const MOST_RUNS = 40_000;

/** Letters, digits, connectors such as `_`, and combining marks (UTS #18, Annex C, `\w`, without join controls). */
const WORDS = /[\p{Alphabetic}\p{Nd}\p{Pc}][\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]*/gu;
/** Words with hyphens between them, as in `detect-port`. */
const NAMES = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}-]+/gu;
const CONNECTORS = /\p{Pc}+/u;

/** Most code is ASCII, and needs neither Unicode properties nor normalising. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORDS = /\w+/g;
const ASCII_NAMES = /[\w-]+/g;

/**
 * The distinct words of some texts, folded, in order of first appearance: a query asks for these. Words that differ
 * only in case, in compatibility forms of their characters or in `_` between their parts are the same.
 */
export function wordsOf(...texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const word of text.match(ASCII.test(text) ? ASCII_WORDS : WORDS) ?? []) {
      if (word.length <= LONGEST) words.add(wholeOf(word));
      if (words.size === MOST_WORDS) return [...words];
    }
  }
  return [...words];
}

/** The words by which a record is found: its own, then the parts of its names, as many as there is room for. */
export function indexWordsOf(...texts: readonly string[]): string[] {
  const words = new Set(wordsOf(...texts));
  const names = new Set<string>();
  let runs = 0;
  for (const text of texts) {
    for (const name of text.match(ASCII.test(text) ? ASCII_NAMES : NAMES) ?? []) {
      if (name.length > LONGEST_NAME || names.has(name)) continue;
      names.add(name);
      for (const run of runsOf(name)) {
        runs += 1;
        const word = run.map(fold).join('');
        if (word.length <= LONGEST) words.add(word);
        if (words.size >= MOST_WORDS || runs === MOST_RUNS) return [...words].slice(0, MOST_WORDS);
      }
    }
  }
  return [...words];
}

/** A word without connectors between its parts. Those at its ends stay: `__init__` is another word than `init`. */
function wholeOf(word: string): string {
  const folded = fold(word);
  const parts = folded.split(CONNECTORS);
  if (parts.length === 1) return folded;
  const inner = parts.join('');
  if (inner === '') return folded;
  const before = parts[0] === '' ? (CONNECTORS.exec(folded)?.[0] ?? '') : '';
  const behind = parts.at(-1) === '' ? trailingConnectors(folded) : '';
  return before + inner + behind;
}

function trailingConnectors(word: string): string {
  let start = word.length;
  while (CONNECTORS.test(word.charAt(start - 1))) start -= 1;
  return word.slice(start);
}

/**
 * Similar to NFKC_Casefold (Unicode, D147). Upper case first, so that `ß` equals `ss`, and `ς` equals `σ` everywhere.
 * Folds one word at a time, because normalising a long text of combining marks would take minutes.
 */
function fold(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  const folded = word.normalize('NFKC').toUpperCase().toLowerCase();
  return folded.normalize('NFKC').replaceAll('ς', 'σ');
}
