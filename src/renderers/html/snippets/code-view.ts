/** Code on a page, each line with a link to itself (`#L10`). */
import { countLines } from '../../../highlighting/html-page.js';
import { Html, html } from '../html.js';

/** Longer code is cut: the page would become slow, and larger than a phone can use. */
const MOST_LINES = 5000;
const MOST_CHARACTERS = 400_000;

export interface Code {
  readonly text: string;
  /** The same, escaped, with or without colours. */
  readonly markup: string;
  readonly language: string;
  /** Of its style; undefined: it follows the system. */
  readonly scheme: 'light' | 'dark' | undefined;
  /** Otherwise a reader can show the numbers with a button. */
  readonly isNumbered: boolean;
  /** The URL of the whole code. */
  readonly whole: string;
}

export function codeView({ text, markup, language, scheme, isNumbered, whole }: Code): Html {
  const lines = countLines(text);
  const shown = cut(markup);
  const shownLines = shown === markup ? lines : countLines(shown);
  const numbers = Array.from({ length: shownLines }, (_, index) => index + 1).map(
    (line) => `<a id="L${line}" href="#L${line}" tabindex="${line === 1 ? 0 : -1}">${line}</a>`,
  );
  // The numbers are one stop of the keyboard: arrow keys move between them (`mark-lines.js`).
  return html`<div class="listing hljs ${scheme}${!isNumbered && ' unnumbered'}">
<div class="scroll" tabindex="0" role="region" aria-label="Code">
<div class="numbers" role="group" aria-label="Links to lines">${new Html(numbers.join(''))}</div>
<pre><code class="language-${language}" translate="no">${new Html(shown)}</code></pre>
</div>
</div>
${shown !== markup && html`<p class="hint">The first ${shownLines.toLocaleString('en')} of ${lines.toLocaleString('en')} lines. <a href="${whole}">Show all of them</a>.</p>`}`;
}

/** Cuts at the end of a line. HTML parsers close the spans that are still open. */
function cut(markup: string): string {
  let end = -1;
  for (let line = 1; line <= MOST_LINES; line += 1) {
    const next = markup.indexOf('\n', end + 1);
    if (next < 0 && markup.length <= MOST_CHARACTERS) return markup;
    // A first line that is too long is shown whole: a cut could split a tag.
    if (next < 0 || next >= MOST_CHARACTERS) return end < 0 ? markup : markup.slice(0, end);
    end = next;
  }
  return end === markup.length - 1 ? markup : markup.slice(0, end);
}
