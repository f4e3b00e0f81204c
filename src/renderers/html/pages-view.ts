/** Links to the first, the previous and the next slice of a list, from the `Link` header (RFC 8288). */
import type { ApiRequest } from '../../pipeline/api-request.js';
import { type Html, html } from './html.js';
import { repeatedQuery, targetWith } from './repeated-query.js';

export function pagesView(request: ApiRequest): Html | false {
  const { ctx } = request;
  // Koa gives undefined for a missing header, whatever its type says.
  const links = [...(ctx.response.get('Link') || '').matchAll(/<([^<>]+)>; rel="(\w+)"/g)];
  const target = (wanted: string) => links.find(([, , rel]) => rel === wanted)?.[1];
  const [previous, next] = [target('prev'), target('next')];
  const first = repeatedQuery(request);
  const isFirst = !first.has('after');
  if (next === undefined && isFirst) return false;
  first.delete('after');
  return html`<nav class="pages" aria-label="Pages">
${!isFirst && html`<a class="button" href="${targetWith(ctx.path, first)}">First page</a>`}
${previous !== undefined && html`<a class="button" rel="prev" href="${previous}">Previous page</a>`}
${next !== undefined && html`<a class="button" rel="next" href="${next}">Next page</a>`}
</nav>`;
}
