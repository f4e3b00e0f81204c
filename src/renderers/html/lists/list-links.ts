/** Links from a list to its other orders, to the visitor's own items, and to its other slices. */
import type { Endpoint, Operation } from '../../../contract/contract.js';
import { type Content, type Html, html } from '../html.js';
import { answerHeader, type PageRequest, withQuery } from '../page-request.js';
import { orders } from './filter-view.js';

/** Also shows the number of items, when the page has all of them. @param count undefined for a refused request */
export function orderView(operation: Operation, request: PageRequest, count: number | undefined): Content {
  const { query, user } = request;
  const links = orders(operation).flatMap(({ name, schema }) => {
    const values = (schema.enum ?? []).map(String);
    // Without the parameter the list has the first order.
    const current = query.get(name) ?? values[0];
    return values
      .toReversed()
      .map((value) =>
        link(schema['x-choices']?.[value]?.name ?? value, withValue(request, name, value), value === current),
      );
  });
  const mine = operation.parameters.find((parameter) => parameter['x-mine']);
  if (mine && user) {
    const isMine = query.get(mine.name) === user.username;
    links.push(link('Mine', withValue(request, mine.name, isMine ? undefined : user.username), isMine));
  }
  if (links.length === 0) return false;
  const isAll =
    count !== undefined && count > 0 && !query.has('after') && answerHeader(request, 'Link') === '';
  return html`<nav class="orders" aria-label="Order">
${links}
${isAll && html`<span class="count">${count} ${count === 1 ? 'item' : 'items'}</span>`}
</nav>`;
}

function link(name: string, href: string, isCurrent: boolean): Content {
  return html`<a href="${href}"${isCurrent && html` aria-current="true"`}>${name}</a>
`;
}

/** Without `after`, because a position belongs to one order. */
function withValue(request: PageRequest, name: string, value: string | undefined): string {
  return withQuery(request, { after: undefined, [name]: value });
}

/** Links to the first, the previous and the next slice of a list, from the `Link` header (RFC 8288). */
export function pagesView(request: PageRequest): Html | false {
  const links = [...answerHeader(request, 'Link').matchAll(/<([^<>]+)>; rel="(\w+)"/g)];
  const target = (wanted: string) => links.find(([, , rel]) => rel === wanted)?.[1];
  const [previous, next] = [target('prev'), target('next')];
  const isFirst = !request.query.has('after');
  if (next === undefined && isFirst) return false;
  return html`<nav class="pages" aria-label="Pages">
${!isFirst && html`<a class="button" href="${withQuery(request, { after: undefined })}">First page</a>`}
${previous !== undefined && html`<a class="button" rel="prev" href="${previous}">Previous page</a>`}
${next !== undefined && html`<a class="button" rel="next" href="${next}">Next page</a>`}
</nav>`;
}

/**
 * The URL of a list in the last of its orders (`x-filter: order`), which shows the newest first.
 *
 * @returns the path itself when the endpoint is no list with orders
 */
export function defaultListUrl({ operations }: Endpoint, path: string): string {
  const get = operations.get('get');
  const asked = (get ? orders(get) : []).flatMap(({ name, schema }) =>
    (schema.enum ?? []).slice(-1).map((value) => [name, String(value)]),
  );
  return asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path;
}
