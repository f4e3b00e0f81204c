/** The document of the address that `x-preview` names, in a frame that runs no script and has no origin. */
import type { ApiRequest } from '../../api-request.js';
import { framed } from '../../highlighting/document.js';
import type { Url } from '../../routing/routes.js';
import { type Html, html } from './html.js';
import { heightOnPaper, heightOnScreen } from './preview-height.js';

/** On paper nothing scrolls: an empty picture makes room for the whole, as no style may stand in a page. */
export function previewView({ endpoint, http, object }: ApiRequest, url: Url): Html | false {
  if (endpoint?.preview === undefined || object === null || http.status >= 300) return false;
  const src = `${url(endpoint.preview, { id: object._id })}?v=${object.version}#${framed}`;
  return html`<div class="framed">
<svg class="on-paper" width="1" height="${heightOnPaper(object)}" aria-hidden="true"></svg>
<iframe class="preview" title="Highlighted code" sandbox src="${src}" height="${heightOnScreen(object)}"></iframe>
</div>`;
}
