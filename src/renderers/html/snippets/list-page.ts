/** The page of a list of snippets: search, narrowing, rows, and the way to older ones. */
import { escapeDirectionControls } from '../../../highlighting/appearance.js';
import { languageMeantBy, nameOfLanguage } from '../../../highlighting/languages.js';
import { theme } from '../../../highlighting/theme.js';
import type { Url } from '../../../http/urls.js';
import { type Html, html } from '../html.js';
import { problemView } from '../problem.js';
import { headerOf, type Parts, type Shown, withQuery } from '../shown.js';
import { LANGUAGES } from './form.js';
import { type Row, rowsView } from './rows.js';
import { listUrl } from './urls.js';

export interface ListPage {
  /** undefined: the request was refused. */
  readonly rows: readonly Row[] | undefined;
  /** The users among the words of a search that has found nothing. */
  readonly owners?: readonly string[];
  /** The slices before and after this one; undefined: there is none. */
  readonly prev?: string | undefined;
  readonly next?: string | undefined;
  /** Of a page at another path than the list's: whose snippets it shows, or '' for everybody's. */
  readonly of?: string;
}

type Filters = Readonly<Record<'q' | 'owner' | 'language' | 'order', string>>;

export function listPage({ rows, owners = [], prev, next, of }: ListPage, shown: Shown, url: Url): Parts {
  // Of a repeated parameter the last value counts.
  const asked: Readonly<Record<string, string>> =
    of === undefined ? Object.fromEntries(shown.request.query) : { owner: of, order: '-created' };
  const { q = '', owner = '', language = '', order = '' } = asked;
  const filters = { q, owner, language, order: order || 'created' };
  const title = owner === '' ? 'Snippets' : `Snippets by ${owner}`;
  return {
    title,
    main: html`<div class="top"><h1>${escapeDirectionControls(title)}</h1>
${ordersView(filters, rows?.length ?? 0, shown, url)}</div>
${problemView(shown, url)}
${of === '' && !shown.visitor.user && html`<p>Keep pieces of code, find them again, and share them with a link.</p>`}
${searchView(filters, order || '-created', url)}
<p class="found hint" role="status">${rows && (!prev || rows.length === 0) && countOf(rows.length, next, filters)}</p>
<div id="results">
${rows && (rows.length > 0 ? rowsView(rows, url, q, owner !== '') : q + language !== '' ? elsewhereView(filters, owners, url) : emptyView(shown, owner))}
${pagesView(prev, next, filters)}
</div>`,
    current: 'root',
    scripts: ['list.js'],
    sheet: theme('friendly'),
    apiUrl: withQuery(shown, { format: 'api' }),
  };
}

/** How many there are of those that were asked for: `50+` when there are further ones. */
function countOf(count: number, next: string | undefined, { q, owner, language }: Filters): string | false {
  if (count === 0) return q + language !== '' && `Nothing matches${q === '' ? '' : ' in titles and code'}.`;
  if (q + owner + language === '') return false;
  return `${count}${next === undefined ? '' : '+'} ${count === 1 ? 'snippet' : 'snippets'}`;
}

/** The other orders, and whose snippets. A position belongs to one order, so these lead to the first slice. */
function ordersView(
  { order, owner, q, language }: Filters,
  count: number,
  { visitor }: Shown,
  url: Url,
): Html {
  const to = (changes: Partial<Filters>) => {
    const kept = Object.entries({ q, owner, language, order, ...changes }).filter(
      ([, value]) => value !== '',
    );
    return listUrl(url, Object.fromEntries(kept));
  };
  const mine = visitor.user?.username;
  const all = link('All', to({ owner: '' }), owner === '');
  const own = mine !== undefined && link('Mine', to({ owner: mine }), owner === mine);
  return html`<div class="orders" role="group" aria-label="Order and owner">
${order === 'created' && count > 1 && [link('Newest first', to({ order: '-created' }), false), link('Oldest first', to({}), true)]}
${(mine !== undefined || owner !== '') && [all, own]}
</div>`;
}

function link(name: string, href: string, isCurrent: boolean): Html {
  return html`<a href="${href}"${isCurrent && html` aria-current="true"`}>${name}</a>`;
}

/** @param order of what is found: the newest first, although the bare list begins with the oldest */
export function searchView({ q, owner, language }: Partial<Filters>, order: string, url: Url): Html {
  const kept = { order, owner };
  return html`<form class="search" role="search" method="get" action="${url('snippets:list')}">
${Object.entries(kept).map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="search" id="q" name="q" value="${q ?? ''}" maxlength="100" placeholder="Search titles and code" aria-label="Search titles and code" aria-keyshortcuts="/" autocapitalize="none" autocomplete="off" spellcheck="false">
${language !== undefined && html`<select name="language" aria-label="Language"><option value="">All languages</option>${LANGUAGES(language)}</select>`}
<button>Search</button>
</form>`;
}

/** The words of a search that may be names. */
export const wordsOf = (q: string | null): string[] => (q ?? '').split(/\s+/).filter(Boolean).slice(0, 3);

/** What a search without results may mean: a language, an owner, or what its filters leave out. */
function elsewhereView({ q, owner, language }: Filters, owners: readonly string[], url: Url): Html | false {
  const meant = wordsOf(q).flatMap((word) => languageMeantBy(word) ?? []);
  const links = [
    q !== '' && owner + language !== '' && link('All snippets', listUrl(url, { q }), false),
    ...meant.map((language) => link(`In ${nameOfLanguage(language)}`, listUrl(url, { language }), false)),
    ...owners.map((owner) => link(`By ${owner}`, listUrl(url, { owner }), false)),
  ].filter(Boolean);
  return links.length > 0 && html`<p class="note">Look here: ${links}</p>`;
}

function emptyView({ visitor: { user, newUrl } }: Shown, owner: string): Html {
  const mayBegin = newUrl !== undefined && ['', user?.username].includes(owner);
  return html`<p class="note">No snippets yet. ${mayBegin && html`<a href="${newUrl}">Create a snippet</a>.`}</p>`;
}

function pagesView(prev: string | undefined, next: string | undefined, { order }: Filters): Html | false {
  const [before, after] = order === 'created' ? ['Older', 'Newer'] : ['Newer', 'Older'];
  return (
    (prev ?? next) !== undefined &&
    html`<nav class="pages" aria-label="Pages">
${prev !== undefined && html`<a class="button" rel="prev" href="${prev}">${before}</a>`}
${next !== undefined && html`<a class="button" rel="next" href="${next}">${after}</a>`}
</nav>`
  );
}

/** The slices around that of an answer, from its `Link` (RFC 8288). */
export function slicesOf(shown: Shown): Pick<ListPage, 'prev' | 'next'> {
  const links = headerOf(shown, 'Link').split(', ');
  const target = (rel: string) =>
    links.find((link) => link.endsWith(`>; rel="${rel}"`))?.slice(1, -`>; rel="${rel}"`.length);
  return { prev: target('prev'), next: target('next') };
}
