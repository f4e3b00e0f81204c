/** Links at the top of a page: other formats, OPTIONS, the parts of the resource, the form further down. */

import type { Endpoint } from '../../contract/contract.js';
import type { MayUse } from '../../pipeline/permissions/may-use.js';
import type { LocatedRequest } from '../../pipeline/phases.js';
import { inFormat } from './format-link.js';
import { type Content, type Html, html } from './html.js';
import { endpointsBelow, pathBelow } from './parts.js';

export function toolbarView(request: LocatedRequest, endpoints: readonly Endpoint[], mayUse: MayUse): Html {
  const { endpoint, ctx } = request;
  const get = endpoint.operations.get('get');
  const formats = get?.parameters.find(({ name }) => name === 'format')?.schema.enum ?? [];
  // The blank choice means that none is given.
  const named = formats.map(String).filter(Boolean);
  return html`<div class="toolbar" role="group" aria-label="Other views">
${
  get &&
  html`<a class="button" href="${ctx.path}${ctx.search}">GET</a>
<details class="menu"><summary class="button">Format</summary>
<ul>${named.map((format) => html`<li><a href="${inFormat(request, format)}">${format}</a></li>`)}</ul></details>`
}
<form class="scripted" data-method="OPTIONS" action="${ctx.path}"><button class="quiet">OPTIONS</button></form>
${ctx.status === 200 && [partLinks(request, endpoints), formLink(request, mayUse)]}
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

/** The form stands below the list, which may be long. */
function formLink(request: LocatedRequest, mayUse: MayUse): Content {
  const { endpoint, object = null } = request;
  const post = endpoint.operations.get('post');
  if (!post || !endpoint.operations.has('get') || !mayUse(request, 'POST', object)) return false;
  return html`<a class="button" href="#form-post">${post.summary}</a>`;
}
