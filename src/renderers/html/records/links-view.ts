/** Shows a body whose members are all paths as a list of links with descriptions: the API root. */
import type { FindPath, Located } from '../../../pipeline/routing/locate.js';
import { type Html, html } from '../html.js';
import { inlineCode } from '../markdown-view.js';
import { defaultListUrl } from './list-url.js';
import { headingOf } from './names.js';

export function linksView(body: unknown, findPath: FindPath): Html | false {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const found = Object.values(body).map((path) => [path, findPath(String(path))] as const);
  if (found.length === 0 || !found.every(hasEndpoint)) return false;
  return html`<dl class="links">
${found.filter(isReadable).map(([path, { endpoint }]) => {
  const href = defaultListUrl(endpoint, String(path));
  return html`<div><dt><a href="${href}">${headingOf(endpoint, {})}</a></dt>
<dd>${endpoint.lead ?? inlineCode(firstSentence(endpoint.description))}</dd></div>
`;
})}</dl>`;
}

/** The page behind the link explains the details. */
function firstSentence(text: string): string {
  const end = text.search(/\.(?:\s|$)/);
  return end < 0 ? text : text.slice(0, end + 1);
}

/** Links are opened with GET. */
const isReadable = ([, { endpoint }]: readonly [string, Located]) => endpoint.operations.has('get');

function hasEndpoint(found: readonly [string, Located | undefined]): found is readonly [string, Located] {
  return found[1] !== undefined;
}
