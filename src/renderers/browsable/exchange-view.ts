/** The request line and the response as HTTP shows them. */
import type { ApiRequest } from '../../api-request.js';
import { type Html, html } from './html.js';
import { EXCERPT, jsonView, type LinkOf, WHOLE } from './json-view.js';

/** Headers that tell a reader of the page something. */
const SHOWN = ['Allow', 'Content-Type', 'Link', 'Location', 'Retry-After', 'Vary', 'WWW-Authenticate'];

export function exchangeView({ http }: ApiRequest, body: unknown, linkOf: LinkOf): Html {
  const headers = SHOWN.filter((name) => Boolean(http.response.get(name)));
  return html`<section class="exchange" aria-labelledby="exchange-heading">
<h2 id="exchange-heading">Request and response</h2>
<p class="request-line"><b>${http.method}</b> ${http.path}${http.search}</p>
<pre class="head" tabindex="0" aria-label="Response head"><b>HTTP ${http.status} ${http.message}</b>
${headers.map(
  (name) => html`<span class="key">${name}</span>: ${http.response.get(name)}
`,
)}</pre>
${body !== undefined && jsonView(body, linkOf, Array.isArray(body) ? EXCERPT : WHOLE)}
</section>`;
}
