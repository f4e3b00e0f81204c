/** The request and the response as in HTTP, with links to other formats. */
import type { Contract, Endpoint } from '../../../contract/contract.js';
import type { ApiRequest } from '../../../pipeline/api-request.js';
import { isLocated, type LocatedRequest } from '../../../pipeline/phases.js';
import { type Content, type Html, html } from '../html.js';
import { inlineCode } from '../markdown-view.js';
import { inFormat, repeatedQuery, shownMethod, targetWith } from '../page-request.js';
import type { LinkOf } from '../records/links.js';
import { endpointsBelow, pathBelow } from '../records/subresources.js';
import { jsonView } from './json-view.js';
import { requestView } from './request-view.js';
import { responseHeaders } from './response-headers.js';
import { shownRequest } from './shown-request.js';

/** These limits keep a page under 100 KB, even with the longest titles and names. */
const OF_LIST = { text: 100, items: 5 };
const OF_RESOURCE = { text: 2000, items: 100 };
/** OPTIONS lists many choices; a few are enough as examples. */
const OF_DESCRIPTION = { text: 2000, items: 5 };

export function exchangeView(
  request: ApiRequest,
  body: unknown,
  linkOf: LinkOf,
  { specification, endpoints }: Contract,
): Html {
  const { ctx, endpoint } = request;
  const method = shownMethod(request);
  const excerpt = {
    ...excerptOf(method, body),
    whole: method === 'GET' ? inFormat(request, 'json') : undefined,
    unfolds: method === 'OPTIONS',
  };
  // Folded for those who came to read.
  const isOpen = method !== 'GET' || ctx.status !== 200;
  return html`<details class="exchange" id="exchange"${isOpen && html` open`}>
<summary>Request and response</summary>
${endpoint && ctx.status !== 404 && html`<p class="description">${inlineCode(endpoint.description)}</p>`}
${isLocated(request) && toolbarView(request, endpoints)}
<p class="request-line"><b>${method}</b> ${ctx.path}${ctx.search}</p>
${requestView(shownRequest(request, specification))}
<pre class="head" tabindex="0" aria-label="Response head"><b>HTTP ${ctx.status} ${ctx.message}</b>
${responseHeaders(request).map(
  ([name, value]) => html`<span class="key">${name}</span>: ${value}
`,
)}</pre>
${body !== undefined && jsonView(body, linkOf, excerpt)}
</details>`;
}

function excerptOf(method: string, body: unknown): typeof OF_LIST {
  if (method === 'OPTIONS') return OF_DESCRIPTION;
  return Array.isArray(body) ? OF_LIST : OF_RESOURCE;
}

/** Links for developers: other formats, OPTIONS, the subresources. */
function toolbarView(request: LocatedRequest, endpoints: readonly Endpoint[]): Html {
  const { endpoint, ctx } = request;
  const get = endpoint.operations.get('get');
  const formats = get?.parameters.find(({ name }) => name === 'format')?.schema.enum ?? [];
  // The blank choice means that none is given.
  const named = formats.map(String).filter(Boolean);
  return html`<div class="toolbar" id="formats" role="group" aria-label="Other views">
${
  get &&
  html`<a class="button" href="${targetWith(ctx.path, repeatedQuery(request))}">GET</a>
<details class="menu"><summary class="button">Format</summary>
<ul>${named.map((format) => html`<li><a href="${inFormat(request, format)}">${format}</a></li>`)}</ul></details>`
}
<form class="scripted" data-method="OPTIONS" action="${ctx.path}"><button class="quiet">OPTIONS</button></form>
${ctx.status === 200 && subresourceLinks(request, endpoints)}
</div>`;
}

/** Only of those with a GET: a link opens with GET. */
function subresourceLinks(request: LocatedRequest, endpoints: readonly Endpoint[]): Content {
  return endpointsBelow(request, endpoints)
    .filter(({ operations }) => operations.has('get'))
    .map(
      (below) => html`<a class="button" href="${pathBelow(request, below)}">${below.title}</a>
`,
    );
}
