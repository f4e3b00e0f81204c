/** The document of the address that `x-preview` names, in a frame that runs no script and has no origin. */
import type { ApiRequest } from '../../api-request.js';
import { countLines } from '../../highlighting/document.js';
import type { Url } from '../../routing/routes.js';
import { type Html, html } from './html.js';

/** Pixels, as `highlighting/layout.ts` lays it out: a frame cannot tell its height without script. */
const LINE_HEIGHT = 22.4;
const AROUND = 44;
const TITLE = 61;
const SCROLL_BAR = 16;
const TALLEST = 640;

/** A line that does not fit the page on a desk; on a phone scroll bars take no room. */
const LONG_LINE = /[^\n]{100}/;

export function previewView({ endpoint, http, object }: ApiRequest, url: Url): Html | false {
  if (endpoint?.preview === undefined || object === null || http.status >= 300) return false;
  const src = `${url(endpoint.preview, { id: object._id })}?v=${object.version}`;
  return html`<iframe class="preview" title="Highlighted code" sandbox src="${src}" height="${heightOf(object)}"></iframe>`;
}

function heightOf({ title, code }: { title: string; code: string }): number {
  const heading = title.trim() === '' ? 0 : TITLE;
  const scrollBar = LONG_LINE.test(code) ? SCROLL_BAR : 0;
  return Math.min(TALLEST, Math.ceil(AROUND + heading + countLines(code) * LINE_HEIGHT + scrollBar));
}
