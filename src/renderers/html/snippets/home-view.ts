/** The home page: what this is, one search field, and the newest snippets. */
import { type Content, html } from '../html.js';
import { defaultListUrl, defaultOrder } from '../records/list-url.js';
import type { MakeView } from '../view.js';
import { makeNewest, type NewestDeps } from './newest.js';

const NEWEST = 6;
const MINE = 2;

export function homeView(deps: NewestDeps): MakeView {
  const newest = makeNewest(deps);
  const list = deps.contract.endpoints.find(({ name }) => name === 'snippets:list');
  const operation = list?.operations.get('get');

  return async function viewHome({ request: { user } }) {
    if (!list || !operation) return {};
    const mine = user && (await newest({ ownerId: user.id }, MINE, ['language']));
    const all = await newest({}, NEWEST);
    const kept = Object.entries(defaultOrder(operation));
    return {
      heading: 'Keep code. Find it again.',
      summary: html`<p class="lead">A home for the snippets of your team: highlighted, searchable by parts of names, and open to programs through one API.</p>
<form class="filter home" role="search" id="search" method="get" action="${list.path}">
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="field-q"><label for="home-q">Search</label><input type="search" id="home-q" name="q" maxlength="100" placeholder="Search titles and code" autocapitalize="none" autocomplete="off" spellcheck="false"></p>
<p class="send"><button>Search</button></p>
</form>`,
      content: [
        mine &&
          mine.count > 0 &&
          section('Yours', mine.rows, user && defaultListUrl(list, list.path, { owner: user.username })),
        all.count === 0
          ? html`<p class="empty">Nothing here yet.${user ? ' Create the first snippet with New.' : ' Log in to create the first snippet.'}</p>`
          : section('Newest', all.rows, defaultListUrl(list, list.path)),
        html`<h2>For programs and people</h2>`,
      ],
    };
  };
}

function section(name: string, rows: Content, all: string | null | undefined): Content {
  return html`<section><div class="section-head"><h2>${name}</h2>${all && html`<a href="${all}">All<span class="heard"> of ${name}</span></a>`}</div>
${rows}</section>`;
}
