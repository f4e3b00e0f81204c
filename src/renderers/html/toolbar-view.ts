/** What else there is: another format, what OPTIONS says, what belongs to the resource, the form further down. */

import type { Endpoint } from '../../contract/contract.js';
import type { MayUse } from '../../pipeline/permissions/may-use.js';
import type { LocatedRequest } from '../../pipeline/phases.js';
import { inFormat } from './format-link.js';
import { type Content, type Html, html } from './html.js';

export function toolbarView(request: LocatedRequest, endpoints: readonly Endpoint[], mayUse: MayUse): Html {
  const { endpoint, ctx } = request;
  const get = endpoint.operations.get('get');
  const formats = get?.parameters.find(({ name }) => name === 'format')?.schema.enum ?? [];
  // Blank is not given.
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

/** The addresses below this one: other forms of the same resource. */
function partLinks({ endpoint, ctx, object }: LocatedRequest, endpoints: readonly Endpoint[]): Content {
  if (!object) return false;
  const below = endpoints.filter(({ path }) => path !== endpoint.path && path.startsWith(endpoint.path));
  return below.map(
    ({
      path,
      title,
    }) => html`<a class="button" href="${ctx.path}${path.slice(endpoint.path.length)}">${title}</a>
`,
  );
}

/** A long list has its form far down. */
function formLink(request: LocatedRequest, mayUse: MayUse): Content {
  const { endpoint, object = null } = request;
  const post = endpoint.operations.get('post');
  if (!post || !endpoint.operations.has('get') || !mayUse(request, 'POST', object)) return false;
  return html`<a class="button" href="#form-post">${post.summary}</a>`;
}
