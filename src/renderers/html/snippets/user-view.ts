/** The page of a user: the titles of their newest snippets. The JSON has only ids. */
import type { Contract } from '../../../contract/contract.js';
import type { Url } from '../../../pipeline/routing/static-routes.js';
import type { Store } from '../../../store/store.js';
import { html } from '../html.js';
import { makeMarker } from '../lists/mark-words.js';
import { rowsView } from '../lists/rows-view.js';
import { linksOf } from '../records/links.js';
import { labelsOf } from '../records/names.js';
import type { MakeView } from '../view.js';

export interface UserViewParts {
  readonly store: Pick<Store, 'snippets'>;
  readonly url: Url;
  readonly contract: Contract;
}

const SHOWN = 50;
const ROW = { name: ['title'], details: ['language'], excerpts: ['code'] };

export function userView({ store, url, contract: { endpoints, specification } }: UserViewParts): MakeView {
  const list = endpoints.find(({ name }) => name === 'snippets:list')?.operations.get('get');
  const linkOf = linksOf(list, specification, url, () => true);
  const labelOf = labelsOf(list, specification);
  return async function viewUser({ body: { id, username, snippets } }) {
    const newest = await store.snippets
      .find(
        { ownerId: Number(id) },
        {
          sort: { created: -1, _id: -1 },
          limit: SHOWN,
          projection: { title: 1, code: 1, language: 1, created: 1 },
        },
      )
      .toArray();
    const times = new Map<unknown, Date>(newest.map(({ _id, created }) => [_id, created]));
    const count = Array.isArray(snippets) ? snippets.length : newest.length;
    const all = `${url('snippets:list')}?${new URLSearchParams({ owner: String(username), order: '-created' })}`;
    return {
      summary: html`<p class="facts"><span>${count.toLocaleString('en')} ${count === 1 ? 'snippet' : 'snippets'}</span></p>`,
      content: [
        count === 0 && html`<p class="empty">No snippets yet.</p>`,
        rowsView({
          items: newest.map(({ _id, title, code, language }) => ({ id: _id, title, code, language })),
          row: ROW,
          linkOf,
          headingAt: (path) => `Snippet ${/\d+/.exec(path)?.[0]}`,
          mark: makeMarker(''),
          labelOf,
          timeOf: (id) => times.get(id),
        }),
        count > SHOWN &&
          html`<p class="pages"><a class="button" href="${all}">All snippets of this user</a></p>`,
      ],
    };
  };
}
