/** Links for developers: other formats, OPTIONS, the parts of the resource. */

import type { Endpoint } from '../../contract/contract.js';
import type { LocatedRequest } from '../../pipeline/phases.js';
import { inFormat } from './format-link.js';
import { type Content, type Html, html } from './html.js';
import { endpointsBelow, pathBelow } from './parts.js';
import { repeatedQuery, targetWith } from './repeated-query.js';

export function toolbarView(request: LocatedRequest, endpoints: readonly Endpoint[]): Html {
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
${ctx.status === 200 && partLinks(request, endpoints)}
</div>`;
}

/** A link follows with GET, so a part without GET has none. */
function partLinks(request: LocatedRequest, endpoints: readonly Endpoint[]): Content {
  return endpointsBelow(request, endpoints)
    .filter(({ operations }) => operations.has('get'))
    .map(
      (below) => html`<a class="button" href="${pathBelow(request, below)}">${below.title}</a>
`,
    );
}
