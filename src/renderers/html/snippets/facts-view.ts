/** One line about a snippet: owner, language, style, size and age. */
import { countLines } from '../../../highlighting/html-page.js';
import { type Html, html } from '../html.js';
import { countOf, detailView } from '../records/detail-view.js';
import type { LinkOf } from '../records/links.js';
import type { LabelOf } from '../records/names.js';
import { timeView } from '../records/time-view.js';

export interface Facts {
  readonly owner: string | undefined;
  readonly language: string;
  readonly style: string;
  readonly code: string;
  readonly created: Date | undefined;
}

export function factsView(
  { owner, language, style, code, created }: Facts,
  linkOf: LinkOf,
  labelOf: LabelOf,
): Html {
  return html`<p class="facts">${[
    detailView(language, 'language', linkOf, labelOf),
    owner !== undefined && owner !== '' && detailView(owner, 'owner', linkOf, labelOf),
    html`<span>${countOf(countLines(code), 'lines')}</span> `,
    html`<span>${sizeOf(code)}</span> `,
    created && html`<span>${timeView(created)}</span> `,
    html`<span class="style">${style}</span>`,
  ]}</p>`;
}

function sizeOf(code: string): string {
  const bytes = Buffer.byteLength(code);
  return bytes < 1000 ? countOf(bytes, 'bytes') : `${(bytes / 1000).toFixed(1)} kB`;
}
