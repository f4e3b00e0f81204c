/** The explorer: Swagger UI from its package, on the specification of this deployment; without script a reference. */
import type { Specification } from '../../contract/specification.js';
import type { Url } from '../../pipeline/routing/reverse-names.js';
import { importsOf } from './assets.js';
import { type Html, html } from './html.js';
import { account, PAGE_POLICY, type Visitor } from './page.js';
import { referenceView } from './reference-view.js';

const IMPORTED = importsOf('explorer.js');

/** The icons in the explorer's style sheet are data URLs. */
export const EXPLORER_POLICY = PAGE_POLICY.replace("img-src 'self'", "img-src 'self' data:");

/** The script reads the user name from the header. */
export function explorerPage(url: Url, visitor: Visitor, specification: Specification): string {
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
<script type="module" src="${url('assets:explorer.js')}"></script>
${IMPORTED.map((name) => html`<link rel="modulepreload" href="${url(`assets:${name}`)}">`)}
</head>
<body>
<header class="site">
<a class="brand" href="${url('root')}">Snippet Store</a>
<nav aria-label="Specification">Specification: <a href="${url('openapi:yaml')}">YAML</a> <a href="${url('openapi:json')}">JSON</a></nav>
<nav aria-label="Account">${account(visitor)}${visitor.username !== undefined && logoutView(url, visitor)}</nav>
</header>
<div id="explorer" data-document="${url('openapi:json')}"><noscript>
${referenceView(specification)}
</noscript></div>
</body>
</html>
`.markup;
}

/** This path opens no session, so the script fills in the CSRF token from the cookie. */
function logoutView(url: Url, { logoutUrl }: Visitor): Html | false {
  return (
    logoutUrl !== undefined &&
    html`<form class="logout" method="post" action="${logoutUrl}" hidden>
<input type="hidden" name="csrfmiddlewaretoken"><input type="hidden" name="next" value="${url('docs')}">
<button>Log out</button>
</form>
<noscript><a href="${url('root')}">Log out on the home page</a></noscript>`
  );
}
