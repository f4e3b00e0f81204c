/** The frame of every page: head, header with login or logout, and security headers. */

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { release } from '../../config/release.js';
import { escapeDirectionControls } from '../../highlighting/appearance.js';
import type { ApiRequest } from '../../http/api-request.js';
import type { Url } from '../../http/urls.js';
import { Html, html } from './html.js';
import { csrfField, type Parts, type Visitor } from './shown.js';
import { listUrl } from './snippets/urls.js';

/** Loads only from this host, runs no inline script, and may not be framed. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  // Pictures of code are drawn by the page itself (`picture.js`).
  "img-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** In the page itself, because a request takes longer than its bytes. */
const MARK = new Html(readFileSync(new URL('../../../assets/icon.svg', import.meta.url), 'utf8').trim());

/** What every other script imports. */
const COMMON = 'page.js';

export function page(parts: Parts, visitor: Visitor, url: Url): string {
  const { title, main, element = 'main', current, scripts = [], styles = 'pages.css', sheet, apiUrl } = parts;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeDirectionControls(title)} - Snippet Store</title>
<link rel="icon" href="${url('assets:icon.svg')}">
<link rel="stylesheet" href="${url(`assets:${styles}`)}">
${sheet !== undefined && html`<style>${new Html(sheet)}</style>`}
${[COMMON, ...scripts].map((name) => html`<script type="module" src="${url(`assets:${name}`)}"></script>\n`)}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${siteHeader(visitor, url, current)}
<${element} id="main" tabindex="-1">
${main}
</${element}>
<footer class="end">
${apiUrl !== undefined && html`<a href="${apiUrl}">View as API</a>`}
${keysView(visitor, scripts)}
<span>Snippet Store ${release}</span></footer>
</body>
</html>
`.markup;
}

/** The keys of a page, which can be turned off. */
function keysView({ newUrl }: Visitor, scripts: readonly string[]): Html {
  const keys = [
    ['/', 'search'],
    ...(newUrl !== undefined ? [['n', 'new']] : []),
    ...(scripts.includes('snippet.js') && scripts.includes('form.js') ? [['e', 'edit']] : []),
    ...(scripts.includes('list.js')
      ? [
          ['j', 'down'],
          ['k', 'up'],
        ]
      : []),
  ];
  return html`<details class="menu keys scripted"><summary aria-label="Keys" aria-keyshortcuts="?">?</summary>
<div class="panel"><p>${keys.map(([key, what]) => html`<kbd>${key}</kbd> ${what} `)}</p>
<button type="button" data-keys>Use keys</button></div></details>`;
}

/** Leads on to another page, also without script. */
export function leadTo(title: string, location: string): Parts {
  return {
    title,
    main: html`<meta http-equiv="refresh" content="0; url=${location}">
<h1>${title}</h1>
<p><a href="${location}">Go on</a></p>`,
  };
}

/** The same on every page: the mark, the links, and the account. */
function siteHeader(visitor: Visitor, url: Url, current: Parts['current']): Html {
  const link = (name: 'root' | 'docs') =>
    html`href="${url(name)}"${name === current && html` aria-current="page"`}`;
  return html`<header class="site">
<a class="brand" href="${url('root')}"><span class="mark" aria-hidden="true">${MARK}</span><span>Snippet Store</span></a>
<nav aria-label="Main"><a ${link('root')} aria-keyshortcuts="/">Snippets</a>
<a ${link('docs')}>API</a></nav>
${visitor.newUrl !== undefined && html`<a class="button new" href="${visitor.newUrl}" aria-keyshortcuts="n">New</a>`}
${accountView(visitor, url)}
</header>`;
}

/** A menu with the user's snippets and the button to log out, or a login link. */
function accountView(visitor: Visitor, url: Url): Html | false {
  const { user, loginUrl, logoutUrl } = visitor;
  if (!user) return loginUrl !== undefined && html`<a class="login button" href="${loginUrl}">Log in</a>`;
  const { username } = user;
  return html`<details class="menu account">
<summary><bdi class="username">${username}</bdi></summary>
<div class="panel"><a href="${listUrl(url, { owner: username })}">My snippets</a>
${
  logoutUrl !== undefined &&
  html`<form class="logout" method="post" action="${logoutUrl}" data-user="${user.id}">
${csrfField(visitor)}
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
