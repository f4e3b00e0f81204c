/** Warns of characters that make code look different from what it does (Unicode TR #36, 3; CVE-2021-42574). */
import { hasDirectionControls } from '../direction-controls.js';
import { type Html, html } from '../html.js';

const NOTE =
  'This snippet has characters that reverse the direction of text, so the code may do something else than it seems. ' +
  'The JSON below shows them.';

export function directionNote(title: string, code: string): Html | false {
  if (!hasDirectionControls(`${title}${code}`)) return false;
  return html`<p class="hint">${NOTE}</p>`;
}
