/** The API explorer: the contract as a readable page. Its script loads Swagger UI when a reader wants to try requests. */
import { oncePer } from '../../../contract/once-per.js';
import type { Specification } from '../../../contract/specification.js';
import type { Url } from '../../../pipeline/routing/static-routes.js';
import { nameCredentials } from '../exchange/named-credentials.js';
import type { NavigationLink } from '../frame/navigation-links.js';
import { PAGE_POLICY, page } from '../frame/page.js';
import type { Visitor } from '../frame/visitor.js';
import { html } from '../html.js';
import { referenceView } from './reference-view.js';

/** The icons in the style sheet of Swagger UI are data URLs. */
export const EXPLORER_POLICY = PAGE_POLICY.replace("img-src 'self'", "img-src 'self' data:");

/** What the script loads: Swagger UI from its package, our sheet around it, and the script that starts it. */
const SHEETS = ['swagger-ui.css', 'try-requests.css'];
const SCRIPTS = ['swagger-ui-bundle.js', 'try-requests.js'];

/** It is the same for every visitor, and takes two milliseconds. */
const referenceOf = oncePer(referenceView);

export interface ExplorerPage {
  readonly url: Url;
  readonly visitor: Visitor;
  readonly specification: Specification;
  /** The name of the session's cookie. */
  readonly cookie: string;
  readonly links: readonly NavigationLink[];
}

export function explorerPage({ url, visitor, specification, cookie, links }: ExplorerPage): string {
  const urlsOf = (names: readonly string[]) => names.map((name) => url(`assets:${name}`)).join(' ');
  const curl = JSON.stringify(curlOptions(cookie));
  const main = html`<div id="explorer" data-document="${url('openapi:json')}" data-curl="${curl}"
 data-sheets="${urlsOf(SHEETS)}" data-scripts="${urlsOf(SCRIPTS)}">
${referenceOf(specification, { yaml: url('openapi:yaml'), json: url('openapi:json') })}
</div>`;
  const title = 'API';
  const breadcrumb = [
    { name: 'Home', path: url('root') },
    { name: title, path: url('docs') },
  ];
  return page({ title, breadcrumb, visitor, url, main, script: 'explorer.js', links, offered: links }).markup;
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
