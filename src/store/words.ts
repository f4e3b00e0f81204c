/** Defines the words that a search finds: how a text is split into words, and how words are compared. */

/** Distinct words of one snippet. Limits the index; none of 23,000 source files of up to 100 KB had more. */
const MOST_WORDS = 4000;
/** UTF-16 code units. No valid `q` can contain a longer word. */
const LONGEST = 200;

/** Letters, digits, connectors such as `_`, and combining marks (UTS #18, Annex C, `\w`, without join controls). */
const WORD = /[\p{Alphabetic}\p{Nd}\p{Pc}][\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]*/gu;

/** Most code is ASCII, and needs neither Unicode properties nor normalising. */
const ASCII = /^[\0-\x7f]*$/;

/**
 * The distinct words of some texts, folded, in order of first appearance. Texts that differ only in case or in
 * compatibility forms of their characters have the same words. Words beyond `MOST_WORDS` are left out.
 */
export function wordsOf(...texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    const isAscii = ASCII.test(text);
    const found = isAscii ? text.toLowerCase().match(/\w+/g) : text.match(WORD);
    for (const word of found ?? []) {
      if (word.length > LONGEST) continue;
      words.add(isAscii ? word : fold(word));
      if (words.size === MOST_WORDS) return [...words];
    }
  }
  return [...words];
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
