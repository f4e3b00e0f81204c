/** Reads documents back as a browser would, as far as these documents go. */

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

/** The text of a piece of HTML: tags go, references become characters; an unknown reference is a mistake. */
export function textOf(html: string): string {
  return html.replace(/<\/?span\b[^<>]*>/g, '').replace(/&[^;\s]*;|[<>&\r]/g, (found) => {
    const character = characters[found];
    if (character === undefined) throw new Error(`Not escaped: ${found}`);
    return character;
  });
}

/** What stands between `<code>` and its end, still as HTML. */
export function codeOf(html: string): string {
  const [, code] = /<code [^<>]*>([\s\S]*)<\/code><\/pre>/.exec(html) ?? [];
  if (code === undefined) throw new Error('The document has no code.');
  return code;
}

/** The column of line numbers, or undefined. */
export function numbersOf(html: string): string | undefined {
  const numbers =
    /<table role="presentation"><tr><td class="numbers hljs"><pre aria-hidden="true">((?:<a [^<>]*>\d+<\/a>|[\d\n])*)<\/pre><\/td><td class="code"><pre><code /.exec(
      html,
    )?.[1];
  return numbers?.replace(/<[^<>]*>/g, '');
}
