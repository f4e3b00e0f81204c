/** The beginning of a snippet, coloured: what lists show, so that they need not read whole snippets. */
import { escapeExactly } from './escape.js';

/** Characters of code. */
const MOST_CHARACTERS = 1000;
/** UTF-16 code units with the markup: a grammar may put each character into a span of its own. */
const MOST_MARKUP = 8000;

const START = /<pre><code [^>]*>/;
const END = '</code></pre>';
/** A tag, an escaped character, or plain characters. */
const TOKENS = /<[^<>]*>|&[^&;]{1,8};|[^<&]+/g;

/**
 * Cuts the beginning out of the HTML page of a snippet.
 *
 * @returns escaped code with `<span class="...">` and nothing else; plain where its markup would be long
 */
export function excerptOf(page: string, code: string): string {
  const start = START.exec(page);
  const end = page.lastIndexOf(END);
  const plain = () => escapeExactly(beginningOf(code, MOST_CHARACTERS));
  if (!start || end < 0) return plain();
  const from = start.index + start[0].length;
  const markup = page.slice(from, Math.min(end, from + 2 * MOST_MARKUP));
  const cut = cutMarkup(markup);
  return cut.length > MOST_MARKUP ? plain() : cut;
}

function cutMarkup(markup: string): string {
  let cut = '';
  let open = 0;
  let room = MOST_CHARACTERS;
  for (const [token] of markup.matchAll(TOKENS)) {
    if (room === 0 || cut.length > MOST_MARKUP) break;
    if (token.startsWith('<')) {
      open += token.startsWith('</') ? -1 : 1;
      cut += token;
    } else {
      const text = token.startsWith('&') ? token : beginningOf(token, room);
      cut += text;
      room -= token.startsWith('&') ? 1 : [...text].length;
    }
  }
  return cut + '</span>'.repeat(Math.max(0, open));
}

function beginningOf(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return [...text.slice(0, 2 * characters)].slice(0, characters).join('');
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&#13;': '\r',
};

/** The code of an excerpt without its colours. */
export function textOfExcerpt(excerpt: string): string {
  return excerpt.replace(/<[^<>]*>/g, '').replace(/&[#\w]+;/g, (escaped) => ESCAPED[escaped] ?? escaped);
}
