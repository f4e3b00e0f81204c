/** The document of the address that `x-preview` names, in a frame that runs no script and has no origin. */

import { framed } from '../../highlighting/html-page.js';
import type { ApiRequest, LoadedObject } from '../../pipeline/api-request.js';
import type { Url } from '../../pipeline/routing/reverse-names.js';
import { type Html, html } from './html.js';
import { heightOnPaper, heightOnScreen, type Shown } from './preview-height.js';

/** On paper nothing scrolls: an empty picture makes room for the whole, as no style may stand in a page. */
export function previewView({ endpoint, ctx, object }: ApiRequest, url: Url): Html | false {
  if (endpoint?.preview === undefined || !object || !isCode(object) || ctx.status >= 300) return false;
  const src = `${url(endpoint.preview, { id: object._id })}?v=${object.version}#${framed}`;
  return html`<div class="framed">
<svg class="on-paper" width="1" height="${heightOnPaper(object)}" aria-hidden="true"></svg>
<iframe class="preview" title="Highlighted code" sandbox src="${src}" height="${heightOnScreen(object)}"></iframe>
</div>`;
}

/** The height follows from the lines of the code. */
function isCode(object: LoadedObject): object is LoadedObject & Shown {
  const { title, code, linenos } = object;
  return typeof title === 'string' && typeof code === 'string' && typeof linenos === 'boolean';
}
