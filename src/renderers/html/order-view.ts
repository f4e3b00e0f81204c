/** Links to the list in each order and to what is the visitor's own, and the number of items when the page has all. */
import type { Operation } from '../../contract/contract.js';
import type { ApiRequest } from '../../pipeline/api-request.js';
import { orders } from './filter-view.js';
import { type Content, html } from './html.js';
import { repeatedQuery, targetWith } from './repeated-query.js';

/** @param count the items of this page; undefined for a refused request */
export function orderView(operation: Operation, request: ApiRequest, count: number | undefined): Content {
  const { ctx, user } = request;
  const query = repeatedQuery(request);
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
  const isAll = count !== undefined && count > 0 && !query.has('after') && !ctx.response.get('Link');
  return html`<nav class="orders" aria-label="Order">
${links}
${isAll && html`<span class="count">${count} ${count === 1 ? 'item' : 'items'}</span>`}
</nav>`;
}

function link(name: string, href: string, isCurrent: boolean): Content {
  return html`<a href="${href}"${isCurrent && html` aria-current="true"`}>${name}</a>
`;
}

/** Begins at the first page, because positions belong to an order. */
function withValue(request: ApiRequest, name: string, value: string | undefined): string {
  const asked = repeatedQuery(request);
  asked.delete('after');
  if (value === undefined) asked.delete(name);
  else asked.set(name, value);
  return targetWith(request.ctx.path, asked);
}
