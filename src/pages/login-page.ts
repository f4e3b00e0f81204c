/** The login form. */
import { html } from './html.js';

export interface LoginPage {
  /** Where the form is sent. */
  readonly action: string;
  /** The masked CSRF token. */
  readonly token: string;
  /** Where to go after the login. */
  readonly next: string;
  readonly username: string;
  readonly error: string | undefined;
}

export function loginPage({ action, token, next, username, error }: LoginPage): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Log in - Snippet Store</title>
</head>
<body>
<main>
<h1>Log in</h1>
${error !== undefined && html`<p role="alert">${error}</p>`}
<form method="post" action="${action}">
<input type="hidden" name="csrfmiddlewaretoken" value="${token}">
<input type="hidden" name="next" value="${next}">
<p><label>Username <input name="username" value="${username}" autocomplete="username" required autofocus></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><button>Log in</button></p>
</form>
</main>
</body>
</html>
`.markup;
}
