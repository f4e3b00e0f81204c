/** Warns of code that may not be what it seems (Unicode TR #36, 3; CVE-2021-42574). */
import type { ApiRequest } from '../../pipeline/api-request.js';
import { hasDirectionControls } from './direction-controls.js';
import { type Html, html } from './html.js';

export function directionNote({ endpoint, ctx, object }: ApiRequest): Html | false {
  if (endpoint?.preview === undefined || !object || ctx.status >= 300) return false;
  if (!hasDirectionControls(`${object.title}${object.code}`)) return false;
  return html`<p class="hint">Some characters here turn the direction of the text behind them: it may not mean what it seems to. The JSON below shows them.</p>`;
}
