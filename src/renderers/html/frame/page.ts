/** The frame of every page: head, header with login or logout, breadcrumb, and security headers. */
import { hash } from 'node:crypto';
import type { ApiRequest } from '../../../pipeline/request/api-request.js';
import type { Url } from '../../../pipeline/routing/static-routes.js';
import { importsOf } from '../assets/serve-assets.js';
import { escapeDirectionControls } from '../direction-controls.js';
import { csrfField } from '../forms/button-views.js';
import { type Content, Html, html } from '../html.js';
import type { Step } from './breadcrumb.js';
import type { NavigationLink } from './navigation-links.js';
import type { Visitor } from './visitor.js';

/** Loads only from this host, runs no inline script, and may not be framed. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Preloaded, because the browser would find these imports only after it has read the script. */
const IMPORTED = importsOf('browsable.js');

export interface Page {
  readonly title: string;
  /** From the root to this page. */
  readonly breadcrumb: readonly Step[];
  readonly main: Content;
  readonly visitor: Visitor;
  readonly url: Url;
  /** A style sheet for this page alone. */
  readonly sheet?: string | undefined;
  /** The targets of the keyboard shortcuts. */
  readonly links?: readonly NavigationLink[];
  /** Those of them that the visitor may use. */
  readonly offered?: readonly NavigationLink[];
}

export function page({ title, breadcrumb, main, visitor, url, sheet, links = [], offered = [] }: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeDirectionControls(title)} - Snippet Store</title>
<link rel="icon" href="${url('assets:icon.svg')}">
<link rel="stylesheet" href="${url('assets:browsable.css')}">${
    sheet !== undefined &&
    html`
<style>${new Html(sheet)}</style>`
  }
${links.map(
  ({ rel, href }) => html`<link rel="${rel}" href="${href}">
`,
)}<script type="module" src="${url('assets:browsable.js')}"></script>
${IMPORTED.map((name) => html`<link rel="modulepreload" href="${url(`assets:${name}`)}">`)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="site">
<a class="brand" href="${url('root')}">Snippet Store</a>
${navigationView(offered, breadcrumb)}
<nav class="account" aria-label="Account">${account(visitor)}</nav>
</header>
<nav class="breadcrumb" aria-label="Breadcrumb"><ol>
${breadcrumb.map(({ name, path }, index) =>
  index === breadcrumb.length - 1
    ? html`<li><a href="${path}" aria-current="page"><bdi>${escapeDirectionControls(name)}</bdi></a></li>`
    : html`<li><a href="${path}">${name}</a></li>`,
)}
</ol></nav>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="end scripted"><button type="button" class="quiet" data-help>Keyboard shortcuts</button></footer>
</body>
</html>
`;
}

/** Leaves out links to the page itself. */
function navigationView(links: readonly NavigationLink[], breadcrumb: readonly Step[]): Html | false {
  const here = breadcrumb.at(-1)?.path;
  const leading = links.filter(({ href }) => href.split('#')[0] !== here);
  return (
    leading.length > 0 &&
    html`<nav class="navigation" aria-label="Search and create">${leading.map(({ name, href }) => html`<a href="${href}">${name}</a> `)}</nav>`
  );
}

/** The user name with a logout button, or a login link. */
export function account({ username, loginUrl, logoutUrl, csrfToken }: Visitor): Html {
  if (username === undefined)
    return html`${loginUrl !== undefined && html`<a class="login" href="${loginUrl}">Log in</a>`}`;
  return html`<bdi class="username">${username}</bdi>
${
  logoutUrl !== undefined &&
  csrfToken !== undefined &&
  html`<form method="post" action="${logoutUrl}">
${csrfField(csrfToken)}
<button class="quiet">Log out</button>
</form>`
}`;
}

/**
 * Sets the policy of a page, and keeps caches from giving it to another visitor.
 *
 * @param sheet the only inline style that the browser may use, by its hash (CSP3, 2.3.1)
 */
export function secure(request: ApiRequest, sheet?: string): void {
  request.vary('Cookie');
  const policy =
    sheet === undefined
      ? PAGE_POLICY
      : PAGE_POLICY.replace("style-src 'self'", `style-src 'self' '${hashOf(sheet)}'`);
  request.setHeader('Content-Security-Policy', policy);
}

function hashOf(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}
