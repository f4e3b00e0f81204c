/** Swagger UI as its authors keep it, for the served specification. `assets/try.js` starts it. */
import type { Url } from '../../../pipeline/static-routes.js';
import { html } from '../html.js';
import { PAGE_POLICY } from '../page.js';

/** The icons in the style sheet of Swagger UI are data URLs. */
export const TRY_POLICY = PAGE_POLICY.replace("img-src 'self'", "img-src 'self' data:");

export function tryPage(url: Url): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Try requests - Snippet Store</title>
<link rel="icon" href="${url('assets:icon.svg')}">
<link rel="stylesheet" href="${url('assets:swagger-ui.css')}">
<script defer src="${url('assets:swagger-ui-bundle.js')}"></script>
<script type="module" src="${url('assets:try.js')}"></script>
</head>
<body data-specification="${url('openapi:json')}">
<div class="swagger-ui"><div class="wrapper"><p><a href="${url('docs')}">API reference</a></p></div></div>
<div id="swagger-ui"><noscript>Trying requests needs JavaScript. <a href="${url('docs')}">Read about the API</a> without it.</noscript></div>
</body>
</html>
`.markup;
}
