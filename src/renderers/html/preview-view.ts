/** The HTML that `x-preview` names, in a frame that runs no script and has no origin. */

import { framed } from '../../highlighting/html-page.js';
import type { ApiRequest } from '../../pipeline/api-request.js';
import type { Url } from '../../pipeline/routing/reverse-names.js';
import { type Html, html } from './html.js';
import { heightOnPaper, heightOnScreen } from './preview-height.js';

/** Paper does not scroll, and the page's policy allows no inline style: an empty picture takes up the whole height. */
export function previewView({ endpoint, ctx, object }: ApiRequest, url: Url): Html | false {
  if (endpoint?.preview === undefined || !object || ctx.status >= 300) return false;
  const src = `${url(endpoint.preview, { id: object._id })}?v=${object.version}#${framed}`;
  return html`<div class="framed">
<svg class="on-paper" width="1" height="${heightOnPaper(object)}" aria-hidden="true"></svg>
<iframe class="preview" title="Highlighted code" sandbox src="${src}" height="${heightOnScreen(object)}"></iframe>
</div>`;
}
