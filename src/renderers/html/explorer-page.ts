/** The explorer: Swagger UI from its package, on the specification of this deployment. */
import type { Url } from '../../pipeline/routing/reverse-names.js';
import { html } from './html.js';
import { account, PAGE_POLICY, type Visitor } from './page.js';

/** The icons in the explorer's style sheet are data URLs. */
export const EXPLORER_POLICY = PAGE_POLICY.replace("img-src 'self'", "img-src 'self' data:");

/** The script reads the user name from the header. */
export function explorerPage(url: Url, visitor: Visitor): string {
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
<header class="site">
<a class="brand" href="${url('root')}">Snippet Store</a>
<nav aria-label="Account">${account(visitor)}</nav>
</header>
<div id="explorer" data-document="${url('openapi:json')}"><noscript>The explorer needs JavaScript. The specification: <a href="${url('openapi:yaml')}">YAML</a>, <a href="${url('openapi:json')}">JSON</a>.</noscript></div>
</body>
</html>
`.markup;
}
