/** The request and the response as in HTTP, with links to other formats. */
import type { Contract, Endpoint } from '../../../contract/contract.js';
import { cacheControlOf } from '../../../pipeline/conditional-requests/cache-control.js';
import { json } from '../../json.js';
import { type Content, type Html, html } from '../html.js';
import { inlineCode } from '../markdown-view.js';
import {
  endpointsBelow,
  hasEndpoint,
  type LocatedPageRequest,
  type PageRequest,
  pathBelow,
  withQuery,
} from '../page-request.js';
import type { LinkOf } from '../records/links.js';
import { jsonView } from './json-view.js';
import { requestView } from './request-view.js';
import { shownRequest } from './shown-request.js';

/** These limits keep a page under 100 KB, even with the longest titles and names. */
const OF_LIST = { text: 100, items: 2 };
const OF_RESOURCE = { text: 2000, items: 100 };
/** OPTIONS lists many choices; a few are enough as examples. */
const OF_DESCRIPTION = { text: 2000, items: 5 };

export function exchangeView(
  request: PageRequest,
  body: unknown,
  linkOf: LinkOf,
  { specification, endpoints }: Contract,
): Html {
  const { method, path, search, endpoint, answer } = request;
  const excerpt = {
    ...excerptOf(method, body),
    whole: method === 'GET' ? withQuery(request, { format: 'json' }) : undefined,
  };
  // Most visitors come to read the content, or what went wrong.
  const isOpen = method !== 'GET' && answer.status < 400;
  return html`<details class="exchange" id="exchange"${isOpen && html` open`}>
<summary>Request and response</summary>
${endpoint && answer.status !== 404 && html`<p class="description">${inlineCode(endpoint.description)}</p>`}
${hasEndpoint(request) && toolbarView(request, endpoints)}
<p class="request-line"><b>${method}</b> ${path}${search}</p>
${requestView(shownRequest(request, specification))}
<pre class="head" tabindex="0" aria-label="Response head"><b>HTTP ${answer.status} ${answer.reason}</b>
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
function toolbarView(request: LocatedPageRequest, endpoints: readonly Endpoint[]): Html {
  const { endpoint, path, answer } = request;
  const get = endpoint.operations.get('get');
  const formats = get?.parameters.find(({ name }) => name === 'format')?.schema.enum ?? [];
  // The blank choice means that none is given.
  const named = formats.map(String).filter(Boolean);
  return html`<div class="toolbar" id="formats" role="group" aria-label="Other views">
${
  get &&
  html`<a class="button" href="${withQuery(request)}">GET</a>
<details class="menu"><summary class="button">Format</summary>
<ul>${named.map((format) => html`<li><a href="${withQuery(request, { format })}">${format}</a></li>`)}</ul></details>`
}
<form class="scripted" data-method="OPTIONS" action="${path}"><button class="quiet">OPTIONS</button></form>
${answer.status === 200 && subresourceLinks(request, endpoints)}
</div>`;
}

/** Only those with a GET, because links are opened with GET. */
function subresourceLinks(request: LocatedPageRequest, endpoints: readonly Endpoint[]): Content {
  return endpointsBelow(request, endpoints)
    .filter(({ operations }) => operations.has('get'))
    .map(
      (below) => html`<a class="button" href="${pathBelow(request, below)}">${below.title}</a>
`,
    );
}

/** A cookie is a secret, and only the page has a policy. */
const HIDDEN = new Set(['set-cookie', 'content-security-policy']);

/** Names with capitals in other places than at the start of each word. */
const SPELLED: Readonly<Record<string, string>> = { etag: 'ETag', 'www-authenticate': 'WWW-Authenticate' };

/** The headers that a program would get with the JSON of this page. */
function responseHeaders(request: PageRequest): readonly (readonly [name: string, value: string])[] {
  const { answer, operation, user, headers } = request;
  const sent: Record<string, unknown> = { ...answer.headers, 'content-type': json.contentType };
  if (answer.status < 400)
    sent['cache-control'] = cacheControlOf({ operation, renderer: json, user, headers });
  return Object.entries(sent)
    .filter(([name, value]) => value !== undefined && !HIDDEN.has(name))
    .map(([name, value]) => [spell(name), [value].flat().join(', ')] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function spell(name: string): string {
  return SPELLED[name] ?? name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
