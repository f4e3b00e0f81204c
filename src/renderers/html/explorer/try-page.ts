/** Swagger UI as its authors keep it, for the served specification. `assets/try.js` starts it. */
import type { Url } from '../../../http/urls.js';
import { html } from '../html.js';
import { PAGE_POLICY, page } from '../page.js';
import type { Visitor } from '../shown.js';

/** The icons in the style sheet of Swagger UI are data URLs. */
export const TRY_POLICY = PAGE_POLICY.replace("img-src 'self'", "img-src 'self' data:");

export function tryPage(visitor: Visitor, url: Url): string {
  const main = html`<h1>Try requests</h1>
<div id="swagger-ui" data-specification="${url('openapi:json')}"><noscript>Trying requests needs JavaScript. <a href="${url('docs')}">Read about the API</a> without it.</noscript></div>
<script defer src="${url('assets:explorer.js')}"></script>`;
  const [title, current, styles] = ['Try requests', 'docs', 'explorer.css'] as const;
  return page({ title, current, main, element: 'div', styles }, visitor, url);
}
