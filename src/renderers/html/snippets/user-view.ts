/** The page of a user: the titles of their newest snippets. The JSON has only ids. */
import type { Contract } from '../../../contract/contract.js';
import { textOfExcerpt } from '../../../highlighting/excerpt.js';
import type { Url } from '../../../pipeline/routing/static-routes.js';
import type { Store } from '../../../store/store.js';
import { html } from '../html.js';
import { makeMarker } from '../lists/mark-words.js';
import { rowsView } from '../lists/rows-view.js';
import { linksOf } from '../records/links.js';
import { labelsOf } from '../records/names.js';
import type { MakeView } from '../view.js';

export interface UserViewParts {
  readonly store: Pick<Store, 'snippets' | 'readMany'>;
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
    const newest = await store.readMany(
      store.snippets,
      { ownerId: Number(id) },
      {
        sort: { _id: -1 },
        limit: SHOWN,
        projection: { title: 1, language: 1, created: 1, excerpt: 1 },
      },
    );
    const count = Array.isArray(snippets) ? snippets.length : newest.length;
    const all = `${url('snippets:list')}?${new URLSearchParams({ owner: String(username), order: '-created' })}`;
    return {
      summary: html`<p class="facts"><span>${count.toLocaleString('en')} ${count === 1 ? 'snippet' : 'snippets'}</span></p>`,
      content: [
        count === 0 && html`<p class="empty">No snippets yet.</p>`,
        rowsView({
          items: newest.map(({ _id, title, language, created, excerpt }) => ({
            id: _id,
            title,
            language,
            created,
            code: textOfExcerpt(excerpt),
          })),
          row: ROW,
          linkOf,
          headingAt: (path) => `Snippet ${/\d+/.exec(path)?.[0]}`,
          mark: makeMarker(''),
          labelOf,
        }),
        count > SHOWN &&
          html`<p class="pages"><a class="button" href="${all}">All snippets of this user</a></p>`,
      ],
    };
  };
}
