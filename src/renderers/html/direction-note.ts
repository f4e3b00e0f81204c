/** Warns of characters that make code look different from what it does (Unicode TR #36, 3; CVE-2021-42574). */
import type { ApiRequest } from '../../pipeline/api-request.js';
import { hasDirectionControls } from './direction-controls.js';
import { type Html, html } from './html.js';

export function directionNote({ endpoint, ctx, object }: ApiRequest): Html | false {
  if (endpoint?.preview === undefined || !object || ctx.status >= 300) return false;
  if (!hasDirectionControls(`${object.title}${object.code}`)) return false;
  return html`<p class="hint">Some characters here turn the direction of the text that follows, so the code may look different from what it does. The JSON below shows these characters.</p>`;
}
