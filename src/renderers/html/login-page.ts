/** The login form. */
import type { Url } from '../../http/urls.js';
import { html } from './html.js';
import { page } from './page.js';
import { csrfField, NOBODY } from './shown.js';

export interface LoginPage {
  /** The masked CSRF token. */
  readonly token: string;
  /** Where to go after the login. */
  readonly next: string;
  readonly username: string;
  readonly error: string | undefined;
  readonly url: Url;
}

export function loginPage({ token, next, username, error, url }: LoginPage): string {
  const title = 'Log in';
  const main = html`<div class="card narrow"><h1>${title}</h1>
${error !== undefined && html`<p class="problem" role="alert">${error}</p>`}
<form method="post" action="${url('rest_framework:login')}">
${csrfField({ ...NOBODY, csrfToken: token })}
<input type="hidden" name="next" value="${next}">
<p><label for="username">Username</label>
<input id="username" name="username" value="${username}" autocomplete="username" required${error === undefined && html` autofocus`}></p>
<p><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${error !== undefined && html` autofocus`}></p>
<p><button class="primary">Log in</button></p>
</form>
<p class="hint">No account? Ask your administrator.</p></div>`;
  return page({ title, main }, NOBODY, url);
}
