/** The HTML renderer: shows an answer on a hand-written page, or on the generic one. */

import type { Contract } from '../../contract/contract.js';
import type { Answer } from '../../http/answer.js';
import type { FindTarget, Found, Renderer } from '../../http/route.js';
import { ANONYMOUS, senderOf } from '../../http/sender.js';
import type { Url } from '../../http/urls.js';
import { yieldToEventLoop } from '../../scheduling/event-loop.js';
import type { FairLimit } from '../../scheduling/fair-limit.js';
import type { Store } from '../../store/store.js';
import { makeGenericPage } from './generic/generic-page.js';
import { leadTo, page, secure } from './page.js';
import { isLoginNeeded } from './problem.js';
import { methodOf, type Shown } from './shown.js';
import { makeSnippetPages } from './snippets/pages.js';
import type { VisitorOf } from './visitor.js';

export interface BrowsableDeps {
  /** Pages take turns by sender: each holds the event loop for some milliseconds. */
  readonly limit: FairLimit;
  readonly store: Pick<Store, 'snippets' | 'users' | 'readMany'>;
  readonly contract: Pick<Contract, 'specification'>;
  readonly findTarget: FindTarget;
  readonly url: Url;
  readonly visitorOf: VisitorOf;
  /** Of hosts that may show snippets in a frame. */
  readonly embedOrigins: readonly string[];
}

const PAGE_SIZE = 50;

export function browsable(deps: BrowsableDeps): Renderer {
  const { limit, contract, findTarget, url, visitorOf } = deps;
  const own = makeSnippetPages({ ...deps, specification: contract.specification });
  const generic = makeGenericPage({ findTarget, url });

  return {
    mediaType: 'text/html',
    format: 'api',
    contentType: 'text/html; charset=utf-8',
    personal: true,
    pageSize: PAGE_SIZE,
    render(answer, found) {
      // The client of an error still waits when its work was aborted.
      const signal = answer.status < 400 ? found.request.signal : undefined;
      return limit.run(senderOf(found), () => renderPage(answer, found, signal), signal);
    },
  };

  async function renderPage(answer: Answer, found: Found, signal: AbortSignal | undefined): Promise<string> {
    // Without it the pages that wait would be rendered in one turn of the event loop.
    await yieldToEventLoop();
    signal?.throwIfAborted();
    const { request, target, caller, operation, record, body: sent } = found;
    const endpoint = target?.route.endpoint;
    const shown: Shown = {
      ...{ request, endpoint, operation, record, sent },
      answer: { ...answer, body: await collect(answer.body, signal) },
      visitor: visitorOf(request, endpoint, caller),
      mayUse: (method) => target?.route.mayUse(caller ?? ANONYMOUS, target, method, record) === true,
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
