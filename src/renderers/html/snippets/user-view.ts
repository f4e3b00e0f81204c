/** The page of a user: their newest snippets with titles. The JSON has only ids. */
import { html } from '../html.js';
import { countOf } from '../records/detail-view.js';
import { defaultListUrl } from '../records/list-url.js';
import type { MakeView } from '../view.js';
import { makeNewest, type NewestDeps } from './newest.js';

const SHOWN = 50;

export function userView(deps: NewestDeps): MakeView {
  const newest = makeNewest(deps);
  const list = deps.contract.endpoints.find(({ name }) => name === 'snippets:list');
  return async function viewUser({ body: { id, username, snippets } }) {
    const { rows, count: shown } = await newest({ ownerId: Number(id) }, SHOWN, ['language']);
    const count = Array.isArray(snippets) ? snippets.length : shown;
    const all = list && defaultListUrl(list, list.path, { owner: String(username) });
    return {
      summary: html`<p class="facts"><span>${countOf(count, 'snippets')}</span></p>`,
      content: [
        count === 0 && html`<p class="empty">No snippets yet.</p>`,
        rows,
        count > SHOWN &&
          html`<p class="pages"><a class="button" href="${all}">All snippets of this user</a></p>`,
      ],
    };
  };
}
