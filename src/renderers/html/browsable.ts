/** The HTML renderer: shows the data of the JSON answer on a page, with the forms that the visitor may use. */

import type { Contract, Endpoint } from '../../contract/contract.js';
import type { User } from '../../extension/scheme.js';
import type { ApiRequest, Renderer } from '../../pipeline/api-request.js';
import type { Csrf } from '../../pipeline/authentication/csrf/csrf.js';
import type { PathTable } from '../../pipeline/path-table.js';
import type { MayUse } from '../../pipeline/permissions/may-use.js';
import { isLocated } from '../../pipeline/phases.js';
import type { Url } from '../../pipeline/routing/reverse-names.js';
import { escapeDirectionControls } from './direction-controls.js';
import { exchangeView } from './exchange/exchange-view.js';
import { actionsView } from './forms/actions-view.js';
import { findNavigationLinks } from './frame/navigation-links.js';
import { page, type Step, secure, type Visitor } from './frame/page.js';
import type { RecogniseVisitor } from './frame/recognise-visitor.js';
import { type Content, html } from './html.js';
import { defaultListUrl } from './lists/list-links.js';
import { collect, listView } from './lists/list-view.js';
import { repeatedQuery, shownMethod, targetWith } from './page-request.js';
import { problemView } from './problem-view.js';
import type { CreatedTimes } from './records/created-times.js';
import { fieldsView } from './records/fields-view.js';
import type { LinkOf } from './records/links.js';
import { itemProperties, linksOf } from './records/links.js';
import { linksView } from './records/links-view.js';
import { headingOf, labelsOf, nameOfRecord } from './records/names.js';
import type { MakeView, View, Views } from './view.js';

export interface BrowsableParts {
  readonly contract: Contract;
  readonly locate: PathTable;
  readonly url: Url;
  readonly csrf: Csrf;
  readonly mayUse: MayUse;
  readonly recogniseVisitor: RecogniseVisitor;
  readonly views: Views;
  readonly createdTimes: CreatedTimes;
}

const PAGE_SIZE = 50;

export function browsable({
  contract,
  locate,
  url,
  csrf,
  mayUse,
  recogniseVisitor,
  views,
  createdTimes,
}: BrowsableParts): Renderer {
  const { specification, endpoints } = contract;
  const hasLogin = endpoints.some(({ name }) => name === 'rest_framework:login');
  const navigationLinksOf = findNavigationLinks(endpoints);
  const deepest = Math.max(...endpoints.map(({ path }) => path.split('/').length));
  // A link follows with GET.
  const isReadable = (path: string) => locate(path)?.endpoint.operations.has('get') === true;

  return {
    mediaType: 'text/html',
    format: 'api',
    contentType: 'text/html; charset=utf-8',
    personal: true,
    pageSize: PAGE_SIZE,
    async render(data, request) {
      const body = await collect(data);
      const { user, visitor } = await visitorOf(request);
      const breadcrumb = breadcrumbOf(request, body);
      const title = (request.endpoint && breadcrumb.at(-1)?.name) ?? request.ctx.message;
      const { main, sheet } = await mainOf(body, request, visitor, title);
      secure(request, sheet);
      const links = navigationLinksOf(request.path);
      const offered = links.filter(
        (link) => link.rel === 'search' || mayCreate(link.endpoint, request, user),
      );
      return page({ title, breadcrumb, visitor, url, main, sheet, links, offered }).markup;
    },
  };

  function mayCreate(endpoint: Endpoint, { auth, grant }: ApiRequest, user: User | null | undefined) {
    return mayUse({ endpoint, path: endpoint.path, user, auth, grant }, 'POST', null);
  }

  async function mainOf(body: unknown, request: ApiRequest, visitor: Visitor, title: string) {
    const { ctx, endpoint } = request;
    // The members of an error are messages, not fields.
    const represented = ctx.status < 400 ? endpoint?.operations.get('get') : undefined;
    const linkOf = linksOf(represented, specification, url, isReadable);
    const view = await viewOf(body, request, linkOf);
    const timeOf = await createdTimes(represented && endpoint, body);
    const heading = ctx.status === 404 ? ctx.message : title;
    const exchange = exchangeView(request, body, linkOf, contract);
    const isDescription = ctx.method === 'OPTIONS';
    const main: Content = [
      html`<h1><bdi>${escapeDirectionControls(heading)}</bdi></h1>`,
      view.summary,
      problemView(body, request, visitor, url),
      createdView(ctx),
      isDescription && exchange,
      isLocated(request) &&
        actionsView({
          body,
          request,
          specification,
          endpoints,
          csrfToken: visitor.csrfToken,
          mayUse,
          url,
          more: view.actions,
        }),
      view.content,
      linksView(body, locate),
      listView(body, request, specification, linkOf, { url, locate, timeOf }),
      !isDescription && exchange,
    ];
    return { main, sheet: view.sheet };
  }

  /** The view of the resource on the page of a GET that found it; empty for lists and errors. */
  async function viewOf(body: unknown, request: ApiRequest, linkOf: LinkOf): Promise<View> {
    const { ctx, endpoint } = request;
    if (!isLocated(request) || ctx.status !== 200 || shownMethod(ctx) !== 'GET' || !isRecord(body)) return {};
    const output = endpoint?.operations.get('get')?.output;
    // The root has links instead.
    if (!output || Object.keys(request.pathParameters).length === 0) return {};
    const labelOf = labelsOf(endpoint?.operations.get('get'), specification);
    const general: MakeView = async () => ({
      content: fieldsView(body, itemProperties(output, specification), linkOf),
    });
    return (views[request.endpoint.name] ?? general)({ request, body, linkOf, labelOf });
  }

  async function visitorOf(
    request: ApiRequest,
  ): Promise<{ user: User | null | undefined; visitor: Visitor }> {
    // Without a renderer the request has not reached stage 3, and some paths run no scheme.
    const isAsked = request.renderer !== undefined && request.endpoint?.schemes.includes('session');
    const known = request.user ?? null;
    const isUnknown = hasLogin && !isAsked && known === null;
    const user = isUnknown ? await recogniseVisitor(request) : known;
    const next = await nextOf(request);
    const visitor = {
      username: user?.username,
      loginUrl:
        hasLogin && user === null
          ? `${url('rest_framework:login')}?next=${encodeURIComponent(next)}`
          : undefined,
      logoutUrl: hasLogin ? url('rest_framework:logout') : undefined,
      csrfToken: user && request.session !== undefined ? csrf.issue(request) : undefined,
    };
    return { user, visitor };
  }

  /** Where a login leads: back to this page, unless the path does not exist or is itself a form with a `next`. */
  async function nextOf(request: ApiRequest): Promise<string> {
    const { path } = request;
    const found = locate(path);
    if (!found) return url('root');
    const query = repeatedQuery(request);
    if (!found.endpoint.csrf) return targetWith(path, query);
    const fields = new Map(await request.form());
    return fields.get('next') ?? query.get('next') ?? url('root');
  }

  /** Every prefix of the path that can be read, and the path itself, which has the name of its record. */
  function breadcrumbOf(request: ApiRequest, body: unknown): Step[] {
    const { path, ctx, object } = request;
    const record = object ?? (ctx.status < 400 && isRecord(body) ? body : {});
    return prefixesOf(path, deepest).flatMap((prefix) => {
      const found = locate(prefix);
      if (!found || (prefix !== path && !isReadable(prefix))) return [];
      const { endpoint, parameters } = found;
      if (prefix !== path)
        return [{ path: defaultListUrl(endpoint, prefix), name: headingOf(endpoint, parameters) }];
      const name = nameOfRecord(record, endpoint, parameters, specification);
      return [{ path, name: name ?? headingOf(endpoint, parameters) }];
    });
  }
}

/** Those that end with a slash. @param most a longer path is no endpoint, and looking up each prefix takes quadratic time */
function prefixesOf(path: string, most: number): string[] {
  const prefixes: string[] = [];
  for (let end = path.indexOf('/'); end >= 0 && prefixes.length < most; end = path.indexOf('/', end + 1))
    prefixes.push(path.slice(0, end + 1));
  return prefixes;
}

const isRecord = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** Links to the new resource (`Location`) for browsers without JavaScript. */
function createdView({ status, response }: ApiRequest['ctx']): Content {
  return (
    status === 201 &&
    html`<p class="done" role="status">Created: <a href="${response.get('Location')}">view it</a>.</p>`
  );
}
