/** The first lines of a text in a row of a list. */
import { escapeDirectionControls } from '../direction-controls.js';
import { Html, html } from '../html.js';
import type { Marker } from './mark-words.js';

const LINES = 4;
const CHARACTERS = 100;
/** Characters of markup. Longer lines are shown without colours. */
const MOST_MARKUP = 2000;

/** The first lines that are not blank, with their indentation. In a search, begins at the first line that matches. */
export function excerptView(text: string, mark: Marker): Html {
  const lines = text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  const first = Math.max(0, lines.findIndex(mark.finds));
  const shown = lines
    .slice(first, first + LINES)
    .map((line) => [...line.slice(0, 2 * CHARACTERS)].slice(0, CHARACTERS).join(''));
  return html`<pre class="excerpt">${mark(shown.join('\n'))}</pre>`;
}

/**
 * The first lines of a stored excerpt, in colours.
 *
 * @returns undefined for markup that is long, or has other tags than `<span class="...">`
 */
export function colouredExcerpt(markup: unknown): Html | undefined {
  if (typeof markup !== 'string') return undefined;
  const lines = markup.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, LINES).join('\n');
  if (shown.length > MOST_MARKUP) return undefined;
  const coloured = shorten(shown);
  if (coloured === undefined) return undefined;
  return html`<pre class="excerpt">${new Html(escapeDirectionControls(coloured))}</pre>`;
}

/** The classes of highlight.js by the letters that the style sheet has colours for. A page has hundreds of them. */
const COLOURS = new Map(
  Object.entries({
    k: ['keyword', 'selector-tag', 'literal', 'built_in', 'type'],
    s: ['string', 'attr', 'attribute', 'property'],
    n: ['number', 'regexp', 'symbol'],
    t: ['title', 'section', 'name'],
    c: ['comment', 'quote'],
    v: ['variable', 'template-variable', 'meta'],
  }).flatMap(([letter, names]) => names.map((name) => [name, letter] as const)),
);

const PARTS = /<span class="(?:hljs-)?([\w-]*)(?: [\w. -]*)?">|<\/span>|&quot;|</g;

/** @returns undefined when other tags are in it */
function shorten(markup: string): string | undefined {
  const closing: string[] = [];
  let isForeign = false;
  const shown = markup.replace(PARTS, (part, name: string | undefined) => {
    if (part === '&quot;') return '"';
    if (part === '</span>') return closing.pop() ?? '';
    if (part === '<') isForeign = true;
    const letter = name === undefined ? undefined : COLOURS.get(name);
    closing.push(letter === undefined ? '' : '</i>');
    return letter === undefined ? '' : `<i class="${letter}">`;
  });
  return isForeign ? undefined : shown + closing.reverse().join('');
}
