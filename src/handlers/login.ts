/** The login and logout views of the browsable interface. */
import type { Handler, HandlerResponse } from '#generated/server/handlers.gen.js';
import { requireSecureTransport } from '../authentication/basic.js';
import { endSession, startSession } from '../authentication/sessions.js';
import { loginPage } from '../renderers/html/login-page.js';
import { PAGE_POLICY } from '../renderers/html/page.js';
import type { HandlerContext } from './context.js';

const WRONG = 'Wrong username or password.';

export const showLogin: Handler<'showLogin', HandlerContext> = ({ parameters }, context) =>
  page({ next: parameters.query.next ?? '', username: '', error: undefined }, context);

export const login: Handler<'login', HandlerContext> = async ({ body }, context) => {
  const { username = '', password = '', next = '' } = body ?? {};
  const { request, csrf, checkCredentials } = context;
  requireSecureTransport(request);
  const user = await checkCredentials(username.trim(), password, request.ip);
  if (!user) return page({ next, username, error: WRONG }, context);
  await startSession(request, user);
  // The CSRF token from before the login belongs to no session now.
  csrf.issue(request);
  return { status: 302, headers: { Location: localPath(next) } };
};

export const logout: Handler<'logout', HandlerContext> = ({ body }, { request }) => {
  endSession(request);
  return { status: 302, headers: { Location: localPath(body?.next ?? '') } };
};

function page(
  shown: { next: string; username: string; error: string | undefined },
  { request, csrf, url }: HandlerContext,
): HandlerResponse<'showLogin'> {
  request.vary('Cookie');
  const body = loginPage({ ...shown, url, token: csrf.issue(request) });
  // A page with a token must not be framed, and loads nothing from elsewhere.
  return { status: 200, headers: { 'Content-Security-Policy': PAGE_POLICY }, body };
}

/** An arbitrary origin, to see whether a reference leads to another one. */
const HERE = 'http://here.invalid';

/** A path on this host; `/` for anything else: absolute, `//host`, `/\host`, or with control characters. */
function localPath(next: string): string {
  // Browsers drop tabs and newlines and read a backslash as a slash (WHATWG URL, 4.4).
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
  if (!/^\/(?![/\\])[^\u0000-\u0020\u007f\\]*$/u.test(next) || !URL.canParse(next, HERE)) return '/';
  const url = new URL(next, HERE);
  const path = url.pathname + url.search + url.hash;
  return url.origin === HERE && !path.startsWith('//') ? path : '/';
}
