/** One line about a snippet (language, owner, size, age, style), and notes above its code. */
import type { PlainReason } from '../../../highlighting/highlight.js';
import { countLines } from '../../../highlighting/html-page.js';
import { type Html, hasDirectionControls, html } from '../html.js';
import { countOf, detailView, timeView } from '../records/detail-view.js';
import type { LinkOf } from '../records/links.js';
import type { LabelOf } from '../records/names.js';

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
    created && html`${timeView(created)} `,
    html`<span class="style">${style}</span>`,
  ]}</p>`;
}

function sizeOf(code: string): string {
  const bytes = Buffer.byteLength(code);
  return bytes < 1000 ? countOf(bytes, 'bytes') : `${(bytes / 1000).toFixed(1)} kB`;
}

const NOTE =
  'This snippet has characters that reverse the direction of text, so the code may do something else than it seems. ' +
  'The JSON below shows them.';

/** Warns of characters that make code look different from what it does (Unicode TR #36, 3; CVE-2021-42574). */
export function directionNote(title: string, code: string): Html | false {
  if (!hasDirectionControls(`${title}${code}`)) return false;
  return html`<p class="hint">${NOTE}</p>`;
}

const WHY: Readonly<Record<PlainReason, string>> = {
  timeout: 'colouring it took too long',
  'too-large': 'the coloured code would be too large',
  failed: 'the highlighter failed on this code',
};

/**
 * Explains why a snippet has no colours, and lets its owner try again.
 *
 * @param form the id of the form that saves the snippet: a save colours the code again
 */
export function plainNote(reason: PlainReason, form: string | undefined): Html {
  return html`<p class="note">This snippet is shown without colours, because ${WHY[reason]}.${
    reason === 'timeout' && ' The service may have been busy.'
  }${form !== undefined && html` <button class="quiet scripted" form="${form}">Colour again</button>`}</p>`;
}
