/** The HTML renderer: shows the data of the JSON answer on a page, with the forms that the visitor may use. */

import type { Contract } from '../../contract/contract.js';
import { isRecord } from '../../is-record.js';
import type { Csrf } from '../../pipeline/authentication/csrf.js';
import type { MayUse as IsPermitted } from '../../pipeline/permissions.js';
import type { Answer } from '../../pipeline/request/answer.js';
import { ANONYMOUS, type ApiRequest, type Renderer } from '../../pipeline/request/api-request.js';
import { senderOf } from '../../pipeline/request/sender.js';
import type { FindPath } from '../../pipeline/routing/locate.js';
import type { Url } from '../../pipeline/routing/static-routes.js';
import type { FairLimit } from '../../scheduling/fair-limit.js';
import { yieldToEventLoop } from '../../scheduling/yield-to-event-loop.js';
import type { MayUse } from './forms/actions-view.js';
import { breadcrumbOf } from './frame/breadcrumb.js';
import { findNavigationLinks } from './frame/navigation-links.js';
import { page, secure } from './frame/page.js';
import { makeVisitorOf, type RecogniseVisitor } from './frame/visitor.js';
import { collect } from './lists/list-view.js';
import { makeMain } from './main-view.js';
import { type PageRequest, pageRequestOf } from './page-request.js';
import type { Views } from './view.js';

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
  const mainOf = makeMain({ contract, findPath, url, views });

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
    const isNamed = isRecord(body) && answer.status !== 201;
    const breadcrumb = breadcrumbOf(asked, isNamed ? body : {}, { findPath, specification, deepest });
    const name = (asked.endpoint && breadcrumb.at(-1)?.name) ?? asked.answer.reason;
    const { title, main, sheet, script } = await mainOf({ body, request: asked, visitor, mayUse, name });
    secure(request, sheet);
    const links = navigationLinksOf(asked.path);
    const offered = links.filter(
      ({ rel, endpoint }) => rel === 'search' || mayUse(endpoint, endpoint.path, 'post'),
    );
    return page({ title, breadcrumb, visitor, url, main, sheet, script, links, offered }).markup;
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
