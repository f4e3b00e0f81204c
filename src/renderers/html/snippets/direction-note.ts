/** Warns of characters that make code look different from what it does (Unicode TR #36, 3; CVE-2021-42574). */
import { hasDirectionControls } from '../direction-controls.js';
import { type Html, html } from '../html.js';

const NOTE =
  'Some characters here turn the direction of the text that follows, so the code may look different from what it does. ' +
  'The JSON below shows these characters.';

export function directionNote(title: string, code: string): Html | false {
  if (!hasDirectionControls(`${title}${code}`)) return false;
  return html`<p class="hint">${NOTE}</p>`;
}
