/** The explorer: Swagger UI from its package, on this deployment's own document. */
import type { Url } from '../../routing/routes.js';
import { html } from './html.js';
import { PAGE_POLICY } from './page.js';

/** The icons in the explorer's style sheet are data URLs. */
export const EXPLORER_POLICY = PAGE_POLICY.replace("img-src 'self'", "img-src 'self' data:");

export function explorerPage(url: Url): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API explorer - Snippet Store</title>
<link rel="icon" href="${url('assets:icon.svg')}">
<link rel="stylesheet" href="${url('assets:swagger-ui.css')}">
<link rel="stylesheet" href="${url('assets:explorer.css')}">
<script src="${url('assets:swagger-ui-bundle.js')}" defer></script>
<script src="${url('assets:explorer.js')}" defer></script>
</head>
<body>
<header class="site"><a href="${url('root')}">Snippet Store</a></header>
<div id="explorer" data-document="${url('openapi:json')}"><noscript>The explorer needs script. The document itself: <a href="${url('openapi:yaml')}">YAML</a>, <a href="${url('openapi:json')}">JSON</a>.</noscript></div>
</body>
</html>
`.markup;
}
