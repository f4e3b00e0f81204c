// The session of a browser: its cookie, and the CSRF token that unsafe requests carry.
import type { Authenticator } from './credentials.js';

/** Where the session's CSRF token comes from. */
export interface SessionOptions {
  /** Where the CSRF token is; by default in the cookie `csrftoken` of this page. */
  csrfToken?: (() => string | undefined) | undefined;
}

/**
 * For pages: the browser sends the session's cookie, which no script can read, and this adds the CSRF token. `showLogin`
 * gets the first token, `login` starts the session.
 */
export function session(options: SessionOptions = {}): Authenticator {
  const { csrfToken = readCookie } = options;
  return {
    authenticate(request) {
      const withCookies = new Request(request, { credentials: 'include' });
      const token = request.method === 'GET' ? undefined : csrfToken();
      if (token) withCookies.headers.set('X-CSRFToken', token);
      return withCookies;
    },
  };
}

function readCookie(): string | undefined {
  const { cookie = '' } = (globalThis as { document?: { cookie?: string } }).document ?? {};
  return /(?:^|;\s*)csrftoken=([^;]*)/.exec(cookie)?.[1];
}
