/** The login and logout views of the browsable interface. */
import type { Handler, HandlerResponse } from '#generated/server/handlers.gen.js';
import { requireSecureTransport } from '../authentication/basic.js';
import { endSession, startSession } from '../authentication/sessions.js';
import { type LoginPage, loginPage } from '../renderers/html/login-page.js';
import { PAGE_POLICY } from '../renderers/html/page.js';
import type { HandlerContext } from './context.js';

const WRONG = 'Wrong username or password.';

export const showLogin: Handler<'showLogin', HandlerContext> = async ({ parameters }, context) => {
  const { next = '', logged_out: isLoggedOut } = parameters.query;
  const endUrl = isLoggedOut && (await context.singleSignOn?.logoutUrl());
  return page({ next, username: '', error: undefined, endUrl: endUrl?.href }, context);
};

export const login: Handler<'login', HandlerContext> = async ({ body }, context) => {
  const { username = '', password = '', next = '' } = body ?? {};
  const { request, csrf, checkCredentials } = context;
  requireSecureTransport(request);
  const user = await checkCredentials(username.trim(), password, request.ip);
  if (!user) return page({ next, username, error: WRONG, endUrl: undefined }, context);
  await startSession(request, user);
  // The CSRF token from before the login belongs to no session now.
  csrf.issue(request);
  return { status: 302, headers: { Location: localPath(next) } };
};

export const logout: Handler<'logout', HandlerContext> = ({ body }, { request, singleSignOn, url }) => {
  endSession(request);
  const next = localPath(body?.next ?? '');
  // The session of the provider is not this service's to end, so the login page offers it.
  const offer = `${url('rest_framework:login')}?${new URLSearchParams({ logged_out: 'true', next })}`;
  return { status: 302, headers: { Location: singleSignOn ? offer : next } };
};

function page(
  shown: Pick<LoginPage, 'next' | 'username' | 'error' | 'endUrl'>,
  { request, csrf, url, singleSignOn, settings }: HandlerContext,
): HandlerResponse<'showLogin'> {
  request.vary('Cookie');
  const facts = { provider: singleSignOn?.name, hasPasswords: settings.passwordLogin, url };
  const body = loginPage({ ...shown, ...facts, token: csrf.issue(request) });
  // A page with a token must not be framed, and loads nothing from elsewhere.
  return { status: 200, headers: { 'Content-Security-Policy': PAGE_POLICY }, body };
}

/** An arbitrary origin, to see whether a reference leads to another one. */
const HERE = 'http://here.invalid';

/** A path on this host; `/` for anything else: absolute, `//host`, `/\host`, or with control characters. */
export function localPath(next: string): string {
  // Browsers drop tabs and newlines and read a backslash as a slash (WHATWG URL, 4.4).
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
  if (!/^\/(?![/\\])[^\u0000-\u0020\u007f\\]*$/u.test(next) || !URL.canParse(next, HERE)) return '/';
  const url = new URL(next, HERE);
  const path = url.pathname + url.search + url.hash;
  return url.origin === HERE && !path.startsWith('//') ? path : '/';
}
