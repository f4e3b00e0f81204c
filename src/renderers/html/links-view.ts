/** A body that is nothing but addresses, as a list of what is there. */
import type { Located, PathTable } from '../../pipeline/path-table.js';
import { type Html, html } from './html.js';
import { inlineCode } from './inline-code.js';

export function linksView(body: unknown, locate: PathTable): Html | false {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const found = Object.values(body).map((path) => [path, locate(String(path))] as const);
  if (found.length === 0 || !found.every(hasEndpoint)) return false;
  return html`<dl class="links">
${found.map(
  ([path, { endpoint }]) => html`<dt><a href="${path}">${endpoint.title}</a></dt>
<dd>${inlineCode(endpoint.description)}</dd>
`,
)}</dl>`;
}

function hasEndpoint(found: readonly [string, Located | undefined]): found is readonly [string, Located] {
  return found[1] !== undefined;
}
