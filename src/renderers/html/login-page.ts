/** The login form. */
import type { Url } from '../../http/urls.js';
import { type Html, html } from './html.js';
import { page } from './page.js';
import { csrfField, NOBODY } from './shown.js';

export interface LoginPage {
  /** The masked CSRF token. */
  readonly token: string;
  /** Where to go after the login. */
  readonly next: string;
  readonly username: string;
  readonly error: string | undefined;
  /** Whether there is a form for a name and a password. */
  readonly hasPasswords: boolean;
  /** The name of the provider of single sign-on. */
  readonly provider: string | undefined;
  /** The page of the provider that ends its session, after a logout here. */
  readonly endUrl: string | undefined;
  readonly url: Url;
}

export function loginPage(shown: LoginPage): string {
  const { error, hasPasswords, provider, endUrl, url } = shown;
  const title = 'Log in';
  const main = html`<div class="card narrow"><h1>${title}</h1>
${error !== undefined && html`<p class="problem" role="alert">${error}</p>`}
${endUrl !== undefined && html`<p>You are logged out here. <a href="${endUrl}">Log out of ${provider}</a> too?</p>`}
${provider !== undefined && providerLink(shown)}
${hasPasswords && passwordForm(shown)}
<p class="hint">No account? Ask your administrator.</p></div>`;
  return page({ title, main }, NOBODY, url);
}

function providerLink({ provider, next, url }: LoginPage): Html {
  const href = `${url('rest_framework:oidc')}?${new URLSearchParams({ next })}`;
  return html`<p><a class="button primary" href="${href}">Log in with ${provider}</a></p>`;
}

function passwordForm({ token, next, username, error, provider, url }: LoginPage): Html {
  const [name, password] = [error === undefined && provider === undefined, error !== undefined];
  return html`<form method="post" action="${url('rest_framework:login')}">
${csrfField({ ...NOBODY, csrfToken: token })}
<input type="hidden" name="next" value="${next}">
<p><label for="username">Username</label>
<input id="username" name="username" value="${username}" autocomplete="username" required${name && html` autofocus`}></p>
<p><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${password && html` autofocus`}></p>
<p><button${provider === undefined && html` class="primary"`}>Log in</button></p>
</form>`;
}
