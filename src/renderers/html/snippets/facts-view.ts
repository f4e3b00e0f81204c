/** One line about a snippet: owner, language, style, size and age. */
import { countLines } from '../../../highlighting/html-page.js';
import { escapeDirectionControls } from '../direction-controls.js';
import { type Html, html } from '../html.js';
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
  const lines = countLines(code);
  const linked = (member: string, value: string) => {
    const link = linkOf(member, value);
    const text = html`<bdi>${escapeDirectionControls(labelOf(member, value))}</bdi>`;
    return link === undefined ? html`<span>${text}</span>` : html`<a href="${link}">${text}</a>`;
  };
  return html`<p class="facts">${[
    owner !== undefined && owner !== '' && html`${linked('owner', owner)} `,
    html`${linked('language', language)} `,
    html`<span>${style}</span> `,
    html`<span>${lines.toLocaleString('en')} ${lines === 1 ? 'line' : 'lines'}</span> `,
    html`<span>${sizeOf(code)}</span> `,
    created && html`<span>${timeView(created)}</span>`,
  ]}</p>`;
}

function sizeOf(code: string): string {
  const bytes = Buffer.byteLength(code);
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;
}
