/** Links from a list to its other orders, to the visitor's own items, and to its other slices. */
import type { Operation } from '../../../contract/contract.js';
import { type Content, type Html, html } from '../html.js';
import { answerHeader, type PageRequest, withQuery } from '../page-request.js';
import { countOf } from '../records/detail-view.js';
import { defaultOrder, orders } from '../records/list-url.js';
import { headingOf } from '../records/names.js';

/** Also shows the number of items, when the page has all of them. @param count undefined for a refused request */
export function orderView(operation: Operation, request: PageRequest, count: number | undefined): Content {
  const { query, user } = request;
  // Without `after`, because a position belongs to one order.
  const links = orders(operation).flatMap(({ name, schema }) => {
    const values = (schema.enum ?? []).map(String);
    const current = currentOrder(operation, query);
    return values
      .toReversed()
      .map((value) =>
        link(
          schema['x-choices']?.[value]?.name ?? value,
          withQuery(request, { after: undefined, [name]: value }),
          value === current,
        ),
      );
  });
  const mine = operation.parameters.find((parameter) => parameter['x-mine']);
  if (mine && user) {
    const isMine = query.get(mine.name) === user.username;
    links.push(
      link(
        'Mine',
        withQuery(request, {
          ...defaultOrder(operation),
          after: undefined,
          [mine.name]: isMine ? undefined : user.username,
        }),
        isMine,
      ),
    );
  }
  if (links.length === 0) return false;
  const isAll =
    count !== undefined && count > 0 && !query.has('after') && answerHeader(request, 'Link') === '';
  return html`<nav class="orders" aria-label="Order">
${links}
${isAll && html`<span class="count">${countOf(count, nounOf(request))}</span>`}
</nav>`;
}

/** `snippets` */
const nounOf = ({ endpoint }: PageRequest) => (endpoint ? headingOf(endpoint, {}).toLowerCase() : 'items');

/** Without the parameter the list has the first order. */
export function currentOrder(operation: Operation, query: URLSearchParams): string | undefined {
  const [order] = orders(operation);
  return order && (query.get(order.name) ?? order.schema.enum?.map(String)[0]);
}

function link(name: string, href: string, isCurrent: boolean): Content {
  return html`<a href="${href}"${isCurrent && html` aria-current="true"`}>${name}</a>
`;
}

/** The names of the links by the order of the list. A list without an order has pages, not ages. */
const NAMES: Readonly<Record<string, Readonly<Record<'first' | 'prev' | 'next' | 'last', string>>>> = {
  created: { first: 'First', prev: 'Older', next: 'Newer', last: 'Last' },
  '-created': { first: 'First', prev: 'Newer', next: 'Older', last: 'Last' },
};
const PLAIN = { first: 'First', prev: 'Previous', next: 'Next', last: 'Last' };

/** Links to the first, the previous, the next and the last slice of a list, from the `Link` header (RFC 8288). */
export function pagesView(request: PageRequest, order: string | undefined): Html | false {
  const links = [...answerHeader(request, 'Link').matchAll(/<([^<>]+)>; rel="(\w+)"/g)];
  const target = (wanted: string) => links.find(([, , rel]) => rel === wanted)?.[1];
  const isFirst = !request.query.has('after');
  if (target('next') === undefined && isFirst) return false;
  const names = (order !== undefined && NAMES[order]) || PLAIN;
  const targets = {
    first: isFirst ? undefined : withQuery(request, { after: undefined }),
    prev: target('prev'),
    next: target('next'),
    last: target('last'),
  } as const;
  return html`<nav class="pages" aria-label="Pages">
${(['first', 'prev', 'next', 'last'] as const).map(
  (rel) =>
    targets[rel] !== undefined &&
    html`<a class="button" rel="${rel}" href="${targets[rel]}">${names[rel]}</a>\n`,
)}</nav>`;
}
