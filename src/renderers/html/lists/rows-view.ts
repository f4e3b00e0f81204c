/** The rows of a list: a link with the name of the item, its details, and the beginning of its text. */

import { type Html, html } from '../html.js';
import { detailView, timeView } from '../records/detail-view.js';
import type { LinkOf } from '../records/links.js';
import { type LabelOf, nameOf, type Row, untitled } from '../records/names.js';
import { colouredExcerpt, excerptView } from './excerpt-view.js';
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
