/** One fact about a record in a line of facts: its language, its owner, or how many items it has. */
import { escapeDirectionControls } from '../direction-controls.js';
import { type Html, html } from '../html.js';
import type { LinkOf } from './links.js';
import type { LabelOf } from './names.js';

/** The style sheet draws a dot in the colour of the value (`data-value`), for example of a language. */
export function detailView(value: unknown, member: string, linkOf: LinkOf, labelOf: LabelOf): Html {
  if (Array.isArray(value)) return html`<span>${countOf(value.length, member)}</span> `;
  const text = String(value ?? '');
  const attributes = html`class="${member}" data-value="${text}"`;
  const shown = html`<bdi>${escapeDirectionControls(labelOf(member, text))}</bdi>`;
  const link = linkOf(member, text);
  return link === undefined
    ? html`<span ${attributes}>${shown}</span> `
    : html`<a ${attributes} href="${link}">${shown}</a> `;
}

/** `1 snippet`, `2,000 snippets`. @param many ends with an `s` */
export function countOf(count: number, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? many.replace(/s$/, '') : many}`;
}
