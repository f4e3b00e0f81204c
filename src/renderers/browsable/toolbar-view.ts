/** Looking at the same address in other ways: another format, or what OPTIONS says. */
import type { ApiRequest } from '../../api-request.js';
import { inFormat } from './format-link.js';
import { type Html, html } from './html.js';

export function toolbarView(request: ApiRequest): Html {
  const { endpoint, http } = request;
  const get = endpoint.operations.get('get');
  const formats = get?.parameters.find(({ name }) => name === 'format')?.schema.enum ?? [];
  return html`<div class="toolbar" role="group" aria-label="Other views">
${
  get &&
  html`<a class="button" href="${http.path}${http.search}">GET</a>
<details class="menu"><summary class="button">Format</summary>
<ul>${formats.map((format) => html`<li><a href="${inFormat(request, String(format))}">${String(format)}</a></li>`)}</ul></details>`
}
<form class="scripted" data-method="OPTIONS" action="${http.path}"><button class="quiet">OPTIONS</button></form>
</div>`;
}
