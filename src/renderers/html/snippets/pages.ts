/** The hand-written pages of snippets and users, by the reverse names of their paths. */

import type { User } from '#generated/sdk/types.gen.js';
import type { Dereferenced } from '../../../contract/specification.js';
import { cut } from '../../../cut.js';
import { NotFound } from '../../../errors/index.js';
import type { Url } from '../../../http/urls.js';
import { isRecord } from '../../../is-record.js';
import type { Store } from '../../../store/store.js';
import { isVisibleTo, visibleTo } from '../../../store/visibility.js';
import { html } from '../html.js';
import { leadTo } from '../page.js';
import { problemView } from '../problem.js';
import { headerOf, methodOf, type Parts, type Shown } from '../shown.js';
import { furtherFields, MOST_CHARACTERS, snippetForm, stylesView } from './form.js';
import { type ListPage, listPage, slicesOf, wordsOf } from './list-page.js';
import type { Row } from './rows.js';
import { FIELDS, snippetPage } from './snippet-page.js';
import { isNew, listUrl } from './urls.js';

export interface SnippetPagesDeps {
  readonly store: Pick<Store, 'snippets' | 'users' | 'readMany'>;
  readonly url: Url;
  readonly specification: Pick<Dereferenced, 'servers' | 'components'>;
  readonly embedOrigins: readonly string[];
}

/** @returns undefined: the generic page shows it */
export type OwnPage = (shown: Shown) => Promise<Parts | undefined> | Parts | undefined;

const PAGE_SIZE = 50;

export function makeSnippetPages({ store, url, specification, embedOrigins }: SnippetPagesDeps) {
  const { Style: { enum: named = [] } = {}, SnippetInput: input = {} } = specification.components.schemas;
  // What a record has of them is in the form that edits it.
  const further = Object.fromEntries(furtherFields(input).map(([name]) => [name, 1 as const]));
  const styles = stylesView(named.map(String));
  const pages: Readonly<Record<string, OwnPage>> = {
    async root(shown) {
      if (!isRead(shown)) return undefined;
      // Only the list searches.
      const { search } = shown.request.ctx;
      if (/[?&](q|owner|language)=/.test(search)) return leadTo('Snippets', url('snippets:list') + search);
      return listPage(await newest({}, '', shown), shown, url);
    },

    async 'snippets:list'(shown) {
      const { answer, request } = shown;
      const { status, body } = answer;
      if (methodOf(request) === 'GET' && isNew(shown)) return newPage(shown);
      // `listSnippets` answers a page with rows.
      if (isRead(shown)) {
        const rows = body as readonly Row[];
        const owners = rows.length === 0 ? await ownersIn(shown) : [];
        return listPage({ rows, owners, ...slicesOf(shown) }, shown, url);
      }
      if (methodOf(request) === 'GET' && status === 400) return listPage({ rows: undefined }, shown, url);
      if (request.method !== 'POST') return undefined;
      if (status === 201) return leadTo('Created', headerOf(shown, 'Location'));
      if (status !== 400 && status !== 401 && status !== 403) return undefined;
      // The body of a sender who is not known any more was not read, and a browser without script would lose the text.
      const sent = shown.sent ?? Object.fromEntries(await request.form().catch(() => []));
      return isRecord(sent) ? newPage(shown, sent) : undefined;
    },

    async 'snippets:detail'(shown) {
      if (!isRead(shown)) return undefined;
      // Read once more: the path loads a snippet without its markup, and it may have been saved since.
      const _id = shown.record?._id ?? 0;
      const snippet = await store.snippets.findOne({ _id }, { projection: { ...FIELDS, ...further } });
      if (!snippet || !isVisibleTo(snippet, viewerOf(shown))) throw new NotFound();
      const origin = specification.servers[0]?.url.replace(/\/$/, '') || shown.request.origin;
      return snippetPage(snippet, shown, { url, input, styles, origin, embedOrigins });
    },

    async 'users:detail'(shown) {
      if (!isRead(shown)) return undefined;
      // `getUser` answers with it.
      const { id, username } = shown.answer.body as User;
      return listPage(await newest({ ownerId: id }, username, shown), shown, url);
    },
  };
  return pages;

  /** The users whom a search without results may mean. */
  async function ownersIn({ request, operation }: Shown): Promise<string[]> {
    const names = operation?.parameters.some(({ name }) => name === 'owner')
      ? wordsOf(request.query.get('q'))
      : [];
    const users = names.map((username) => store.users.findOne({ username }, { projection: { username: 1 } }));
    return (await Promise.all(users)).flatMap((user) => user?.username ?? []);
  }

  /** @param owner the name of `ownerId`; '' for everybody's */
  async function newest(
    filter: { readonly ownerId?: number },
    owner: string,
    shown: Shown,
  ): Promise<ListPage> {
    const projection = { title: 1, excerpt: 1, language: 1, created: 1, owner: 1 } as const;
    const options = { sort: { _id: -1 }, limit: PAGE_SIZE + 1, projection } as const;
    const found = await store.readMany(store.snippets, { ...filter, ...visibleTo(viewerOf(shown)) }, options);
    const rows = found.slice(0, PAGE_SIZE).map(({ _id: id, ...row }) => ({ id, ...row }));
    const last = rows.at(-1);
    const after = found.length > PAGE_SIZE && last && { limit: `${PAGE_SIZE}`, after: `${last.id}` };
    return { rows, next: after ? listUrl(url, { ...(owner && { owner }), ...after }) : undefined, of: owner };
  }

  /** @param sent what was refused */
  function newPage(shown: Shown, sent: Readonly<Record<string, unknown>> = {}): Parts {
    const title = 'New snippet';
    const { visitor, answer } = shown;
    if (!shown.mayUse('POST') && visitor.loginUrl !== undefined && answer.status === 200)
      return leadTo(title, visitor.loginUrl);
    const errors =
      answer.status === 400 && isRecord(answer.body)
        ? {
            ...answer.body,
            ...mistakeIn('title', sent, answer.body),
            ...mistakeIn('code', sent, answer.body),
          }
        : {};
    return {
      title,
      main: html`<div class="top"><h1>${title}</h1></div>
${problemView(isRecord(answer.body) ? { ...shown, answer: { ...answer, body: { ...answer.body, ...errors } } } : shown, url, true)}
${snippetForm({ values: textsOf(sent), errors, visitor }, { url, input, styles })}`,
      scripts: ['form.js'],
    };
  }
}

const viewerOf = ({ visitor }: Shown): number | null => visitor.user?.id ?? null;

/** The answer to a request that reads what the path names. */
const isRead = ({ request, answer }: Shown) => methodOf(request) === 'GET' && answer.status === 200;

/** The most characters of a refused text that are shown again: a page is never much larger than valid input. */
const MOST = { line: 200, code: 2 * MOST_CHARACTERS.code };

/** In words for people; by how much a text is too long, the API does not say. */
function mistakeIn(
  field: keyof typeof MOST_CHARACTERS,
  { [field]: text = '' }: Readonly<Record<string, unknown>>,
  errors: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  if (!(field in errors)) return {};
  if (field === 'code' && typeof text === 'string' && text.trim() === '') return { code: 'Enter some code.' };
  const limit = MOST_CHARACTERS[field];
  const count = typeof text === 'string' && text.length > limit ? [...text].length : 0;
  const [most, has] = [limit, count].map((number) => number.toLocaleString('en'));
  return count > limit ? { [field]: `At most ${most} characters: this has ${has}.` } : {};
}

/** What was sent as controls show it: they have no other types. A form sends no check box that is off. */
function textsOf({ title, code, language, style, linenos, ...further }: Readonly<Record<string, unknown>>) {
  const text = (value: unknown, most = MOST.line) =>
    typeof value === 'string' ? cut(value, most).toWellFormed() : undefined;
  const shown = {
    title: text(title),
    code: text(code, MOST.code),
    language: text(language),
    style: text(style),
  };
  const given = Object.entries(shown).filter(([, value]) => value !== undefined);
  return { ...further, ...Object.fromEntries(given), linenos: Boolean(linenos) };
}
