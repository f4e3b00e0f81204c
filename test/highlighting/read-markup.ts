/** Reads markup back as a browser would. */

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&#13;': '\r',
};

/** The text: spans go, references become characters; anything else is a mistake. */
export function textOf(markup: string): string {
  return markup.replace(/<\/?span\b[^<>]*>/g, '').replace(/&[^;\s]*;|[<>&\r]/g, (found) => {
    const character = characters[found];
    if (character === undefined) throw new Error(`Not escaped: ${found}`);
    return character;
  });
}
