/** The HTML renderer: shows the data of the JSON answer on a page, with the forms that the visitor may use. */

import type { Contract } from '../../contract/contract.js';
import type { Csrf } from '../../pipeline/authentication/csrf/csrf.js';
import type { MayUse as IsPermitted } from '../../pipeline/permissions/permissions.js';
import type { Answer } from '../../pipeline/request/answer.js';
import { ANONYMOUS, type ApiRequest, type Renderer } from '../../pipeline/request/api-request.js';
import { senderOf } from '../../pipeline/request/sender.js';
import type { FindPath } from '../../pipeline/routing/locate.js';
import type { Url } from '../../pipeline/routing/static-routes.js';
import type { FairLimit } from '../../scheduling/fair-limit.js';
import { yieldToEventLoop } from '../../scheduling/yield-to-event-loop.js';
import { escapeDirectionControls } from './direction-controls.js';
import { exchangeView } from './exchange/exchange-view.js';
import { explainErrors } from './explain-errors.js';
import { actionsView, type MayUse } from './forms/actions-view.js';
import { breadcrumbOf } from './frame/breadcrumb.js';
import { findNavigationLinks } from './frame/navigation-links.js';
import { page, secure } from './frame/page.js';
import { makeVisitorOf, type RecogniseVisitor, type Visitor } from './frame/visitor.js';
import { type Content, html } from './html.js';
import { collect, listView } from './lists/list-view.js';
import { answerHeader, hasEndpoint, type PageRequest, pageRequestOf } from './page-request.js';
import { problemView } from './problem-view.js';
import { fieldsView } from './records/fields-view.js';
import type { LinkOf } from './records/links.js';
import { itemProperties, linksOf } from './records/links.js';
import { linksView } from './records/links-view.js';
import { labelsOf } from './records/names.js';
import type { MakeView, View, Views } from './view.js';

export interface BrowsableDeps {
  /** Pages take turns by sender: each holds the event loop for some milliseconds. */
  readonly limit: FairLimit;
  readonly contract: Contract;
  readonly findPath: FindPath;
  readonly url: Url;
  readonly csrf: Csrf;
  readonly mayUse: IsPermitted;
  readonly recogniseVisitor: RecogniseVisitor;
  readonly views: Views;
}

const PAGE_SIZE = 50;

export function browsable({
  limit,
  contract,
  findPath,
  url,
  csrf,
  mayUse: isPermitted,
  recogniseVisitor,
  views,
}: BrowsableDeps): Renderer {
  const { specification, endpoints } = contract;
  const visitorOf = makeVisitorOf({ findPath, url, csrf, recogniseVisitor, endpoints });
  const navigationLinksOf = findNavigationLinks(endpoints);
  const deepest = Math.max(...endpoints.map(({ path }) => path.split('/').length));
  // Links are opened with GET.
  const isReadable = (path: string) => findPath(path)?.endpoint.operations.has('get') === true;

  return {
    mediaType: 'text/html',
    format: 'api',
    contentType: 'text/html; charset=utf-8',
    personal: true,
    pageSize: PAGE_SIZE,
    render(answer, request) {
      // The client of an error still waits when the time for the store is over.
      const signal = answer.status < 400 ? request.signal : undefined;
      return limit.run(senderOf(request), () => renderPage(answer, request, signal), signal);
    },
  };

  async function renderPage(
    answer: Answer,
    request: ApiRequest,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    // Without it the pages that wait would be rendered in one turn of the event loop.
    await yieldToEventLoop();
    signal?.throwIfAborted();
    const body = await collect(answer.body, signal);
    const { user, visitor } = await visitorOf(request);
    const caller = { ...(request.found.caller ?? ANONYMOUS), user: user ?? null };
    const mayUse: MayUse = (endpoint, path, method) => {
      const record = path === endpoint.path ? null : (request.found.record ?? null);
      return isPermitted(caller, { endpoint, path, method: method.toUpperCase() }, record);
    };
    // Read after `visitorOf`, because issuing a CSRF token adds a header to the answer.
    const asked = await withDeniedForm(pageRequestOf(request, answer), request);
    const shown = isRecord(body) ? body : {};
    const breadcrumb = breadcrumbOf(asked, asked.answer.status === 201 ? {} : shown, {
      findPath,
      specification,
      deepest,
    });
    const title = (asked.endpoint && breadcrumb.at(-1)?.name) ?? asked.answer.reason;
    const { main, sheet } = await mainOf(body, asked, visitor, mayUse, title);
    secure(request, sheet);
    const links = navigationLinksOf(asked.path);
    const offered = links.filter(
      ({ rel, endpoint }) => rel === 'search' || mayUse(endpoint, endpoint.path, 'post'),
    );
    return page({ title, breadcrumb, visitor, url, main, sheet, links, offered }).markup;
  }

  async function mainOf(
    body: unknown,
    request: PageRequest,
    visitor: Visitor,
    mayUse: MayUse,
    title: string,
  ) {
    const { method, endpoint, answer } = request;
    // The members of an error are messages, not fields.
    const represented = answer.status < 400 ? endpoint?.operations.get('get') : undefined;
    const linkOf = linksOf(represented, contract, url, isReadable);
    const view = await viewOf(body, request, linkOf, mayUse);
    const heading = answer.status === 404 ? answer.reason : title;
    const exchange = exchangeView(request, representationOf(body), linkOf, contract);
    const explained =
      answer.status === 400 && isRecord(body) ? explainErrors(body, request, specification) : body;
    const isDescription = method === 'OPTIONS';
    const main: Content = [
      html`<h1><bdi>${escapeDirectionControls(view.heading ?? heading)}</bdi></h1>`,
      view.summary,
      problemView(explained, request, visitor, url),
      createdView(request),
      isDescription && exchange,
      hasEndpoint(request) &&
        actionsView({
          body: explained,
          request,
          specification,
          endpoints,
          csrfToken: visitor.csrfToken,
          mayUse,
          more: view.actions,
          menu: view.menu,
        }),
      view.content,
      linksView(body, findPath),
      listView(explained, request, specification, linkOf, { findPath }),
      !isDescription && exchange,
    ];
    return { main, sheet: view.sheet };
  }

  /** What the page of a single resource shows; empty for lists and errors. */
  async function viewOf(body: unknown, request: PageRequest, linkOf: LinkOf, mayUse: MayUse): Promise<View> {
    const { method, path, pathParameters, answer } = request;
    if (!hasEndpoint(request) || answer.status !== 200 || method !== 'GET' || !isRecord(body)) return {};
    const { endpoint } = request;
    const output = endpoint.operations.get('get')?.output;
    const own = views[endpoint.name];
    // Any other path without parameters is a list of links.
    if (!output || (!own && Object.keys(pathParameters).length === 0)) return {};
    const labelOf = labelsOf(endpoint.operations.get('get'), specification);
    const general: MakeView = async () => ({
      content: fieldsView(body, itemProperties(output, specification), linkOf),
    });
    return (own ?? general)({
      request,
      mayUse: (asked) => mayUse(endpoint, path, asked),
      body,
      linkOf,
      labelOf,
    });
  }
}

/**
 * Reads the form of a sender who is not known any more: its body was refused unread, and a browser without script would
 * lose the text.
 */
async function withDeniedForm(page: PageRequest, request: ApiRequest): Promise<PageRequest> {
  const isDenied = page.answer.status === 401 || page.answer.status === 403;
  const isForm = page.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (!isDenied || !isForm || page.method !== 'POST' || !page.endpoint?.browsable) return page;
  try {
    const { csrfmiddlewaretoken: _token, ...body } = Object.fromEntries(await request.form());
    return { ...page, body };
  } catch {
    // Too large, or not readable: the page names the first error.
    return page;
  }
}

const isRecord = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** The items of a list as a program gets them, but for texts, which are cut there too. */
function representationOf(body: unknown): unknown {
  if (!Array.isArray(body)) return body;
  return body.map(({ created: _created, excerpt: _excerpt, length: _length, ...item }) => item);
}

/** Links to the new resource (`Location`) for browsers without JavaScript. */
function createdView(request: PageRequest): Content {
  return (
    request.answer.status === 201 &&
    html`<p class="done" role="status">Created: <a href="${answerHeader(request, 'Location')}">view it</a>.</p>`
  );
}
