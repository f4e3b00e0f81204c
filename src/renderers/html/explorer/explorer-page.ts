/** The explorer: Swagger UI from its package, on the specification of this deployment; without script a reference. */
import type { Specification } from '../../../contract/specification.js';
import type { Url } from '../../../pipeline/routing/static-routes.js';
import { importsOf } from '../assets/serve-assets.js';
import { nameCredentials } from '../exchange/named-credentials.js';
import { account, PAGE_POLICY } from '../frame/page.js';
import type { Visitor } from '../frame/visitor.js';
import { type Html, html } from '../html.js';
import { referenceView } from './reference-view.js';
import { sharedErrors } from './shared-errors.js';

const IMPORTED = importsOf('explorer.js');

/** The icons in the explorer's style sheet are data URLs. */
export const EXPLORER_POLICY = PAGE_POLICY.replace("img-src 'self'", "img-src 'self' data:");

/** The script reads the user name from the header. @param cookie the name of the session's cookie */
export function explorerPage(
  url: Url,
  visitor: Visitor,
  specification: Specification,
  cookie: string,
): string {
  const errors = JSON.stringify(sharedErrors(specification));
  const curl = JSON.stringify(curlOptions(cookie));
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
<div id="explorer" data-document="${url('openapi:json')}" data-errors="${errors}" data-curl="${curl}"><noscript>
${referenceView(specification)}
</noscript></div>
</body>
</html>
`.markup;
}

/** What curl sends for the credentials of a request: by the scheme of `Authorization`, or the cookies of a session. */
function curlOptions(cookie: string): Readonly<Record<string, string>> {
  const optionOf = (scheme: string, isSafe = true) => nameCredentials(scheme, undefined, isSafe, cookie).curl;
  return {
    basic: optionOf('basic'),
    token: optionOf('token'),
    bearer: optionOf('oauth2'),
    session: optionOf('session'),
    csrf: optionOf('session', false),
  };
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
