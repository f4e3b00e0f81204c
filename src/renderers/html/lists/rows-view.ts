/** The rows of a list: a link with the name of the item, its details, and the beginning of its text. */

import { escapeDirectionControls } from '../direction-controls.js';
import { Html, html } from '../html.js';
import { detailView, timeView } from '../records/detail-view.js';
import type { LinkOf } from '../records/links.js';
import { type LabelOf, nameOf, untitled } from '../records/names.js';
import type { Marker } from './mark-words.js';

type Item = Readonly<Record<string, unknown>>;

export interface Row {
  /** The members that name an item: the first that is not blank. */
  readonly name: readonly string[];
  /** Those that describe it. */
  readonly details: readonly string[];
  /** Those whose first lines are shown. */
  readonly excerpts: readonly string[];
}

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
  const { id, created } = item;
  const path = typeof id === 'number' ? linkOf('id', id) : undefined;
  const known = nameOf(item, row.name);
  const name = known ?? (path === undefined ? `#${id}` : untitled(headingAt(path)));
  const shown = html`<bdi${known === undefined && html` class="untitled"`}>${mark(name)}</bdi>`;
  const details = row.details.map((member) => detailView(item[member], member, linkOf, labelOf));
  return html`<li>${path === undefined ? shown : html`<a class="name" href="${path}">${shown}</a>`}
${row.excerpts.map((member) => {
  const text = String(item[member] ?? '').slice(0, beginning);
  return (!mark.finds(text) && colouredExcerpt(item)) || excerpt(text, mark);
})}
<p class="facts">${details}${created instanceof Date && html`<span>${timeView(created)}</span>`}</p></li>
`;
})}</ol>`;
}

const EXCERPT_LINES = 4;
const EXCERPT_CHARACTERS = 100;
/** Characters of one text in which the lines are looked for. */
const EXCERPT_BEGINNING = 4000;
/** Of all rows of a page together: some texts make looking for a match slow. */
const PAGE_BEGINNINGS = 40_000;

/** Characters of markup. Longer lines are shown without colours. */
const MOST_MARKUP = 2000;
const SPAN = /<(?:span class="[\w. -]*"|\/span)>/g;

/**
 * The first lines of the stored excerpt, in colours. HTML parsers close the spans that are still open.
 *
 * @returns undefined without such an excerpt
 */
function colouredExcerpt({ excerpt: markup }: Item): Html | undefined {
  if (typeof markup !== 'string') return undefined;
  const lines = markup.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, EXCERPT_LINES).join('\n');
  if (shown.length > MOST_MARKUP || shown.replace(SPAN, '').includes('<')) return undefined;
  return html`<pre class="excerpt">${new Html(escapeDirectionControls(shown))}</pre>`;
}

/** The first lines that are not blank, with their indentation. In a search, begins at the first line that matches. */
function excerpt(text: string, mark: Marker): Html {
  const lines = text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  const first = Math.max(0, lines.findIndex(mark.finds));
  const shown = lines
    .slice(first, first + EXCERPT_LINES)
    .map((line) => [...line.slice(0, 2 * EXCERPT_CHARACTERS)].slice(0, EXCERPT_CHARACTERS).join(''));
  return html`<pre class="excerpt">${mark(shown.join('\n'))}</pre>`;
}
