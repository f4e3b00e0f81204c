/** The rows of a list: a link with the name of the item, its details, and the beginning of its text. */

import { escapeDirectionControls, Html, html } from '../html.js';
import { detailView, timeView } from '../records/detail-view.js';
import type { LinkOf } from '../records/links.js';
import { type LabelOf, nameOf, type Row, untitled } from '../records/names.js';
import type { Marker } from './mark-words.js';

type Item = Readonly<Record<string, unknown>>;

export interface Rows {
  readonly items: readonly Item[];
  readonly row: Row;
  readonly linkOf: LinkOf;
  /** What the page of an item without a name is called. */
  readonly headingAt: (path: string) => string;
  readonly mark: Marker;
  readonly labelOf: LabelOf;
}

/** `bdi` limits the text direction of each name. Characters that change the direction are shown as escapes. */
export function rowsView({ items, row, linkOf, headingAt, mark, labelOf }: Rows): Html {
  const beginning = Math.min(EXCERPT_BEGINNING, Math.floor(PAGE_BEGINNINGS / items.length));
  return html`<ol class="rows">
${items.map((item) => {
  const { id } = item;
  const path = typeof id === 'number' ? linkOf('id', id) : undefined;
  const known = nameOf(item, row.name);
  const name = known ?? (path === undefined ? `#${id}` : untitled(headingAt(path)));
  const shown = html`<bdi${known === undefined && html` class="untitled"`}>${mark(name)}</bdi>`;
  const times = row.times.map((member) => timeOf(item[member])).filter((time) => time.getTime() > 0);
  const details = row.details.map((member) => detailView(item[member], member, linkOf, labelOf));
  return html`<li>${path === undefined ? shown : html`<a class="name" href="${path}">${shown}</a>`}
${row.excerpts.map((member) => {
  const coloured = colouredExcerpt(item.excerpt);
  if (coloured && !mark.isSeeking) return coloured;
  const text = String(item[member] ?? '').slice(0, beginning);
  return (!mark.finds(text) && coloured) || excerptView(text, mark);
})}
<p class="facts">${details}${times.map((time) => html`${timeView(time)} `)}</p></li>
`;
})}</ol>`;
}

/** Not a number for what is not a time. */
const timeOf = (value: unknown) => (value instanceof Date ? value : new Date(String(value)));

/** Characters of one text in which the lines are looked for. */
const EXCERPT_BEGINNING = 4000;
/** Of all rows of a page together: some texts make looking for a match slow. */
const PAGE_BEGINNINGS = 40_000;

const LINES = 4;
const CHARACTERS = 100;
/** Characters of markup. Longer lines are shown without colours. */
const MOST_MARKUP = 2000;

/** The first lines that are not blank, with their indentation. In a search, begins at the first line that matches. */
function excerptView(text: string, mark: Marker): Html {
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
function colouredExcerpt(markup: unknown): Html | undefined {
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
