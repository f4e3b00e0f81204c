/** The document of the address that `x-preview` names, in a frame that runs no script and has no origin. */
import type { ApiRequest } from '../../api-request.js';
import type { Url } from '../../routing/routes.js';
import { type Html, html } from './html.js';

/** Pixels: a frame cannot tell its height without script. */
const LINE_HEIGHT = 22;
const AROUND = 64;
const TITLE = 62;
const TALLEST = 640;

export function previewView({ endpoint, http, object }: ApiRequest, url: Url): Html | false {
  if (endpoint?.preview === undefined || object === null || http.status >= 300) return false;
  const src = `${url(endpoint.preview, { id: object._id })}?v=${object.version}`;
  const lines = object.code.replace(/\n$/, '').split('\n').length;
  const height = Math.min(TALLEST, AROUND + (object.title === '' ? 0 : TITLE) + lines * LINE_HEIGHT);
  return html`<iframe class="preview" title="Highlighted code" sandbox src="${src}" height="${height}"></iframe>`;
}
