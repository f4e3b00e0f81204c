/** The HTML renderer: shows an answer on a hand-written page, or on the generic one. */

import type { Csrf } from '../../authentication/csrf.js';
import type { Contract } from '../../contract/contract.js';
import type { Answer } from '../../http/api-request.js';
import { ANONYMOUS, type ApiRequest, type Renderer } from '../../http/api-request.js';
import { senderOf } from '../../http/sender.js';
import type { FindPath } from '../../pipeline/dispatcher.js';
import type { Permissions } from '../../pipeline/permissions.js';
import type { Url } from '../../pipeline/static-routes.js';
import { yieldToEventLoop } from '../../scheduling/event-loop.js';
import type { FairLimit } from '../../scheduling/fair-limit.js';
import type { Store } from '../../store/store.js';
import { makeGenericPage } from './generic/generic-page.js';
import { leadTo, page, secure } from './page.js';
import { isLoginNeeded } from './problem.js';
import { methodOf, NOBODY, type Shown, type Visitor, withQuery } from './shown.js';
import { makeSnippetPages } from './snippets/pages.js';
import { isNew, newUrl } from './snippets/urls.js';

export interface BrowsableDeps {
  /** Pages take turns by sender: each holds the event loop for some milliseconds. */
  readonly limit: FairLimit;
  readonly store: Pick<Store, 'snippets' | 'users' | 'readMany'>;
  readonly contract: Pick<Contract, 'specification' | 'endpoints'>;
  readonly findPath: FindPath;
  readonly url: Url;
  readonly mayUse: Permissions['mayUse'];
  readonly visitorOf: VisitorOf;
  /** Of hosts that may show snippets in a frame. */
  readonly embedOrigins: readonly string[];
}

const PAGE_SIZE = 50;

export function browsable(deps: BrowsableDeps): Renderer {
  const { limit, contract, findPath, url, mayUse, visitorOf } = deps;
  const own = makeSnippetPages({ ...deps, specification: contract.specification });
  const generic = makeGenericPage({ findPath, url });

  return {
    mediaType: 'text/html',
    format: 'api',
    contentType: 'text/html; charset=utf-8',
    personal: true,
    pageSize: PAGE_SIZE,
    render(answer, request) {
      // The client of an error still waits when its work was aborted.
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
    const { endpoint, located, caller = ANONYMOUS, record } = request.found;
    const shown: Shown = {
      request,
      answer: { ...answer, body: await collect(answer.body, signal) },
      visitor: visitorOf(request),
      mayUse: (method) => located !== undefined && mayUse(caller, { ...located, method }, record),
    };
    // `?format=api` asks for the generic page.
    const make = endpoint && !request.query.get('format') ? own[endpoint.name] : undefined;
    const { loginUrl = '' } = shown.visitor;
    // A link that somebody shared leads a stranger to the login, and from there to what it names.
    const isLed = methodOf(request) === 'GET' && isLoginNeeded(shown);
    const parts = isLed ? leadTo('Log in', loginUrl) : ((await make?.(shown)) ?? generic(shown));
    secure(request, parts.sheet);
    return page(parts, shown.visitor, url);
  }
}

/** Reads the items of a streamed list that a page shows. @param signal aborted when nobody waits for the page any more */
async function collect(data: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  if (typeof data !== 'object' || data === null || !(Symbol.asyncIterator in data)) return data;
  const items: unknown[] = [];
  for await (const batch of data as AsyncIterable<readonly unknown[]>) {
    signal?.throwIfAborted();
    items.push(...batch);
    // One more tells that there are others.
    if (items.length > PAGE_SIZE) break;
  }
  return items;
}

interface VisitorDeps extends Pick<BrowsableDeps, 'url' | 'mayUse'> {
  readonly contract: Pick<Contract, 'endpoints'>;
  readonly csrf: Csrf;
}

/** Tells who opens a page, with the links and tokens that depend on it. */
export type VisitorOf = (request: ApiRequest) => Visitor;

export function makeVisitorOf({ url, csrf, mayUse, contract: { endpoints } }: VisitorDeps): VisitorOf {
  const endpoint = endpoints.find(({ name }) => name === 'snippets:list');
  const newSnippet = endpoint && { endpoint, pathParameters: {}, path: endpoint.path, method: 'POST' };
  const hasLogin = endpoints.some(({ name }) => name === 'rest_framework:login');

  return function visitorOf(request) {
    const { caller } = request.found;
    if (!caller) return NOBODY;
    const { user } = caller;
    const mayLogIn = hasLogin && !user;
    const mayCreate = newSnippet && mayUse(caller, newSnippet, null);
    const ownNewUrl = mayCreate ? newUrl(url) : undefined;
    return {
      user,
      newUrl: mayLogIn ? (ownNewUrl ?? loginTo(newUrl(url))) : ownNewUrl,
      loginUrl: mayLogIn ? loginUrl(request) : undefined,
      logoutUrl: hasLogin && user ? url('rest_framework:logout') : undefined,
      csrfToken: user && request.session ? csrf.issue(request) : undefined,
    };
  };

  function loginUrl(request: ApiRequest): string {
    const here = isNew(request) ? newUrl(url) : withQuery(request);
    // What was created is not at the path.
    const isElsewhere = request.found.endpoint?.csrf || request.method === 'POST';
    return loginTo(isElsewhere ? url('root') : here);
  }

  function loginTo(next: string): string {
    return `${url('rest_framework:login')}?next=${encodeURIComponent(next)}`;
  }
}
