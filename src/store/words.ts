/** The words that a search finds: how a text is cut into them, and how they are compared. */

/** Distinct words of one snippet: of 23,000 source files of up to 100 KB none had more; it bounds the index. */
const MOST_WORDS = 4000;
/** UTF-16 code units; no `q` is long enough to hold a longer one. */
const LONGEST = 200;

/** Letters, digits and connectors such as `_`, with the marks on them (UTS #18, Annex C, `\w`, without join controls). */
const WORD = /[\p{Alphabetic}\p{Nd}\p{Pc}][\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]*/gu;

/** Most code is nothing else, and needs neither properties of characters nor normalising. */
const ASCII = /^[\0-\x7f]*$/;

/**
 * The distinct words of some texts, folded, in the order in which they come first. Texts that differ in case or in
 * the compatibility forms of their characters only have the same words. Beyond `MOST_WORDS` the rest is left out.
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
 * Near to NFKC_Casefold (Unicode, D147). By upper case first, `ß` and `ss` are one; `ς` and `σ` are one wherever they stand.
 * Word by word: normalising a long text of combining marks would take minutes.
 */
function fold(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  const folded = word.normalize('NFKC').toUpperCase().toLowerCase();
  return folded.normalize('NFKC').replaceAll('ς', 'σ');
}
