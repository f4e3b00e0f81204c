/** The frame of every page: head, header with login or logout, breadcrumb, and security headers. */
import { hash } from 'node:crypto';
import { release } from '../../../config/release.js';
import type { ApiRequest } from '../../../pipeline/request/api-request.js';
import type { Url } from '../../../pipeline/routing/static-routes.js';
import { csrfField } from '../forms/button-views.js';
import { type Content, escapeDirectionControls, Html, html } from '../html.js';
import { importsOf } from '../serve-assets.js';
import type { Step } from './breadcrumb.js';
import type { NavigationLink } from './navigation-links.js';
import type { Visitor } from './visitor.js';

/** Loads only from this host, runs no inline script, and may not be framed. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  // Pictures of code are drawn by the page itself (`picture.js`).
  "img-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * A page loads one of these, and with it all that it imports, named on the page: the browser would find them only after
 * it has read the script.
 */
const IMPORTED = {
  'browsable.js': importsOf('browsable.js'),
  'new-form.js': importsOf('new-form.js'),
};

export type PageScript = keyof typeof IMPORTED;

export interface Page {
  readonly title: string;
  /** From the root to this page. */
  readonly breadcrumb: readonly Step[];
  readonly main: Content;
  readonly visitor: Visitor;
  readonly url: Url;
  /** A style sheet for this page alone. */
  readonly sheet?: string | undefined;
  /** `browsable.js`, or one that imports it. */
  readonly script: PageScript | undefined;
  /** The targets of the keyboard shortcuts. */
  readonly links?: readonly NavigationLink[];
  /** Those of them that the visitor may use. */
  readonly offered?: readonly NavigationLink[];
}

export function page({
  title,
  breadcrumb,
  main,
  visitor,
  url,
  sheet,
  script,
  links = [],
  offered = [],
}: Page): Html {
  // Nobody writes in a form that is not ready: it would be sent without the guess of its language (HTML, 4.2.8).
  const isAwaited = script === 'new-form.js';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeDirectionControls(title)} - Snippet Store</title>
<link rel="icon" href="${url('assets:icon.svg')}">
<link rel="stylesheet" href="${url('assets:browsable.css')}">
${sheet !== undefined && html`<style>${new Html(sheet)}</style>`}
${links.map(({ rel, href }) => html`<link rel="${rel}" href="${href}">\n`)}
${
  script &&
  html`<script type="module" src="${url(`assets:${script}`)}"${isAwaited && html` blocking="render"`}></script>
${IMPORTED[script].map((name) => html`<link rel="modulepreload" href="${url(`assets:${name}`)}">`)}`
}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${siteHeader(url, visitor, offered)}
${breadcrumbView(breadcrumb)}
<main id="main" tabindex="-1">
${main}
</main>
<footer class="end"><a href="${url('docs')}">API</a>
${script && html`<button type="button" class="plain scripted" data-help>Keyboard shortcuts</button>`}
<span>Snippet Store ${release}</span></footer>
</body>
</html>
`;
}

/** The same on every page: the mark, the links, and the account. */
function siteHeader(url: Url, visitor: Visitor, links: readonly NavigationLink[]): Html {
  return html`<header class="site">
<a class="brand" href="${url('root')}"><img src="${url('assets:icon.svg')}" alt="" width="28" height="28"><span>Snippet Store</span></a>
<nav class="navigation" aria-label="Main">
${links.map(
  ({ name, rel, href }) => html`<a class="${rel}" href="${href}">${name}</a>
`,
)}<a class="docs" href="${url('docs')}">API</a>
</nav>
<nav class="account" aria-label="Account">${account(visitor)}</nav>
</header>`;
}

/** The pages above this one. The heading names the page itself. */
function breadcrumbView(steps: readonly Step[]): Html | false {
  const above = steps.slice(0, -1);
  return (
    above.length > 1 &&
    html`<nav class="breadcrumb" aria-label="Breadcrumb"><ol>
${above.slice(1).map(({ name, path }) => html`<li><a href="${path}">${name}</a></li>`)}
</ol></nav>`
  );
}

/** A menu with the user's snippets and the button to log out, or a login link. */
function account({ username, loginUrl, logoutUrl, mineUrl, csrfToken }: Visitor): Html {
  if (username === undefined)
    return html`${loginUrl !== undefined && html`<a class="login button" href="${loginUrl}">Log in</a>`}`;
  return html`<details class="menu">
<summary><span class="avatar" aria-hidden="true">${[...username][0]?.toUpperCase()}</span><bdi class="username">${username}</bdi></summary>
<div class="panel">${mineUrl !== undefined && html`<a href="${mineUrl}">My snippets</a>`}
${
  logoutUrl !== undefined &&
  csrfToken !== undefined &&
  html`<form class="logout" method="post" action="${logoutUrl}">
${csrfField(csrfToken)}
<button class="plain">Log out</button>
</form>`
}</div>
</details>`;
}

/**
 * Sets the policy of a page, and keeps caches from giving it to another visitor.
 *
 * @param sheet the only inline style that the browser may use, by its hash (CSP3, 2.3.1)
 */
export function secure(request: ApiRequest, sheet?: string): void {
  request.vary('Cookie');
  const own = sheet === undefined ? '' : ` 'sha256-${hash('sha256', sheet, 'base64')}'`;
  request.setHeader('Content-Security-Policy', PAGE_POLICY.replace("style-src 'self'", `$&${own}`));
}
