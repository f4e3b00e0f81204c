/** A list as readable rows, each with the name of an item as a link. */
import { escapeDirectionControls } from './direction-controls.js';
import { type Html, html } from './html.js';
import type { LinkOf } from './json-view.js';

type Item = Readonly<Record<string, unknown>>;

/** The members that name an item (the first that is not blank) and those that describe it. */
export interface Row {
  readonly name: readonly string[];
  readonly details: readonly string[];
}

/** The most characters of a name in a row. */
const NAME = 120;

/** `bdi` limits the text direction of each name. Characters that change the direction are shown as escapes. */
export function rowsView(items: readonly Item[], row: Row, linkOf: LinkOf): Html {
  return html`<ol class="rows">
${items.map((item) => {
  const { id } = item;
  const path = typeof id === 'number' ? linkOf('id', id) : undefined;
  const name = html`<bdi>${escapeDirectionControls(nameOf(item, row))}</bdi>`;
  return html`<li>${path === undefined ? name : html`<a href="${path}">${name}</a>`}
<span class="details">${row.details.map((member) => detail(item[member], member, linkOf))}</span></li>
`;
})}</ol>`;
}

export function nameOf(item: Item, { name }: Pick<Row, 'name'>): string {
  for (const member of name) {
    const line = firstLine(String(item[member] ?? ''));
    if (line === '') continue;
    // One code point more than is shown; a line may have 100,000 of them.
    const characters = [...line.slice(0, 2 * (NAME + 1))];
    return characters.length > NAME ? `${characters.slice(0, NAME).join('')}…` : line;
  }
  return `#${item.id}`;
}

/** The first line that is not blank, without the white space around it, in one pass; '' without such a line. */
function firstLine(text: string): string {
  const visible = text.trimStart();
  const end = visible.search(/[\r\n]/);
  return (end < 0 ? visible : visible.slice(0, end)).trimEnd();
}

function detail(value: unknown, member: string, linkOf: LinkOf): Html {
  if (Array.isArray(value)) return html`<span>${value.length} ${member}</span> `;
  const text = html`<bdi>${escapeDirectionControls(String(value ?? ''))}</bdi>`;
  const link = linkOf(member, String(value ?? ''));
  return link === undefined ? html`<span>${text}</span> ` : html`<a href="${link}">${text}</a> `;
}
