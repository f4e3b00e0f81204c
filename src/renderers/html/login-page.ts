/** The login form. */
import type { Url } from '../../pipeline/routing/static-routes.js';
import { csrfField } from './forms/button-views.js';
import type { NavigationLink } from './frame/navigation-links.js';
import { page } from './frame/page.js';
import { html } from './html.js';

export interface LoginPage {
  /** The masked CSRF token. */
  readonly token: string;
  /** Where to go after the login. */
  readonly next: string;
  readonly username: string;
  readonly error: string | undefined;
  readonly url: Url;
  /** Of the header, as on every page. */
  readonly links: readonly NavigationLink[];
}

export function loginPage({ token, next, username, error, url, links }: LoginPage): string {
  const action = url('rest_framework:login');
  const title = 'Log in';
  const main = html`<div class="card"><h1>${title}</h1>
${error !== undefined && html`<p class="problem" role="alert">${error}</p>`}
<form class="narrow" method="post" action="${action}">
${csrfField(token)}
<input type="hidden" name="next" value="${next}">
<p><label for="username">Username</label>
<input id="username" name="username" value="${username}" autocomplete="username" required autofocus></p>
<p><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required></p>
<p><button>Log in</button></p>
</form>
<p class="hint">No account? The operator of this service adds accounts.</p></div>`;
  const breadcrumb = [
    { name: 'Home', path: url('root') },
    { name: title, path: action },
  ];
  return page({ title, breadcrumb, main, visitor: {}, url, script: 'browsable.js', links, offered: links })
    .markup;
}
