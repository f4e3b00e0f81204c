/** The request line and the response, as in HTTP. */
import type { Contract } from '../../contract/contract.js';
import type { ApiRequest } from '../../pipeline/api-request.js';
import { isLocated } from '../../pipeline/phases.js';
import { inFormat } from './format-link.js';
import { type Html, html } from './html.js';
import { inlineCode } from './inline-code.js';
import { jsonView, type LinkOf } from './json-view.js';
import { requestView } from './requests/request-view.js';
import { shownRequest } from './requests/shown-request.js';
import { responseHeaders } from './response-headers.js';
import { shownMethod } from './shown-method.js';
import { toolbarView } from './toolbar-view.js';

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
