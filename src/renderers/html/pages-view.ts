/** Links to the first, the previous and the next slice of a list, from the `Link` header (RFC 8288). */
import type { ApiRequest } from '../../pipeline/api-request.js';
import { type Html, html } from './html.js';

export function pagesView({ ctx, query }: ApiRequest): Html | false {
  // Koa gives undefined for a missing header, whatever its type says.
  const links = [...(ctx.response.get('Link') || '').matchAll(/<([^<>]+)>; rel="(\w+)"/g)];
  const target = (wanted: string) => links.find(([, , rel]) => rel === wanted)?.[1];
  const [previous, next] = [target('prev'), target('next')];
  const isFirst = !query.has('after');
  if (next === undefined && isFirst) return false;
  const first = new URLSearchParams(query);
  first.delete('after');
  return html`<nav class="pages" aria-label="Pages">
${!isFirst && html`<a class="button" href="${ctx.path}?${String(first)}">First page</a>`}
${previous !== undefined && html`<a class="button" rel="prev" href="${previous}">Previous page</a>`}
${next !== undefined && html`<a class="button" rel="next" href="${next}">Next page</a>`}
</nav>`;
}
