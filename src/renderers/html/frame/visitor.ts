/** The user who opens a page, and the links to log in and out. */

import type { Endpoint } from '../../../contract/contract.js';
import type { User } from '../../../extension.js';
import type { Log } from '../../../observability/log.js';
import type { Csrf } from '../../../pipeline/authentication/csrf.js';
import { findSessionUser, readSessionCookie } from '../../../pipeline/authentication/sessions.js';
import type { ApiRequest } from '../../../pipeline/request/api-request.js';
import type { FindPath } from '../../../pipeline/routing/locate.js';
import type { Url } from '../../../pipeline/routing/static-routes.js';
import { withTimeout } from '../../../scheduling/with-timeout.js';
import type { Store } from '../../../store/store.js';
import { answeredQuery, withQuery } from '../page-request.js';
import { createUrl, defaultListUrl, NEW } from '../records/list-url.js';

export interface Visitor {
  readonly username?: string | undefined;
  /** The URL of the login form with `next`; undefined when the deployment has none. */
  readonly loginUrl?: string | undefined;
  readonly logoutUrl?: string | undefined;
  /** The user's own items, the newest first. */
  readonly mineUrl?: string | undefined;
  /** For the forms of the page; undefined without a session. */
  readonly csrfToken?: string | undefined;
}

export interface VisitorDeps {
  readonly findPath: FindPath;
  readonly url: Url;
  readonly csrf: Csrf;
  readonly recogniseVisitor: RecogniseVisitor;
  readonly endpoints: readonly Endpoint[];
}

/** @returns the user of the request, or of its session when the request was refused before its user was known */
export function makeVisitorOf({ findPath, url, csrf, recogniseVisitor, endpoints }: VisitorDeps) {
  const hasLogin = endpoints.some(({ name }) => name === 'rest_framework:login');
  const mineOf = findMine(endpoints);

  return async function visitorOf(
    request: ApiRequest,
  ): Promise<{ user: User | null | undefined; visitor: Visitor }> {
    // Without a renderer the request was refused before authentication, and some paths run no scheme.
    const { renderer, endpoint, caller } = request.found;
    const isAsked = renderer !== undefined && endpoint?.schemes.includes('session');
    const known = caller?.user ?? null;
    const isUnknown = hasLogin && !isAsked && known === null;
    const user = isUnknown ? await recogniseVisitor(request) : known;
    const next = await nextOf(request);
    const visitor = {
      username: user?.username,
      loginUrl:
        hasLogin && user === null
          ? `${url('rest_framework:login')}?next=${encodeURIComponent(next)}`
          : undefined,
      logoutUrl: hasLogin ? url('rest_framework:logout') : undefined,
      mineUrl: user ? mineOf(user) : undefined,
      csrfToken: user && request.session !== undefined ? csrf.issue(request) : undefined,
    };
    return { user, visitor };
  };

  /** The target after a login: this page, unless its path does not exist or is itself a form with a `next`. */
  async function nextOf(request: ApiRequest): Promise<string> {
    const { path, query } = request;
    const found = findPath(path);
    if (!found) return url('root');
    if (query.has(NEW)) return createUrl(path);
    if (!found.endpoint.csrf) return withQuery({ path, query: answeredQuery(found.endpoint, query) });
    const fields = new Map(await request.form());
    return fields.get('next') ?? answeredQuery(found.endpoint, query).get('next') ?? url('root');
  }
}

/** The first list with a parameter that narrows it to the user's own items (`x-mine`). */
export function findMine(endpoints: readonly Endpoint[]): (user: User) => string | undefined {
  for (const endpoint of endpoints) {
    const mine = endpoint.operations.get('get')?.parameters.find((parameter) => parameter['x-mine']);
    if (mine && endpoint.browsable)
      return ({ username }) => defaultListUrl(endpoint, endpoint.path, { [mine.name]: username });
  }
  return () => undefined;
}

/** @returns null for an anonymous visitor; undefined if the store does not answer; the page then has no user name */
export type RecogniseVisitor = (request: ApiRequest) => Promise<User | null | undefined>;

/** After this time the page is shown without the user's name. */
const PATIENCE_MS = 1_000;

/** Finds the user of a page without authentication (an early error, the explorer) by the session alone. */
export function makeRecogniseVisitor(
  store: Pick<Store, 'sessions' | 'users'>,
  log: Pick<Log, 'debug'>,
): RecogniseVisitor {
  return async function recogniseVisitor(request) {
    const cookie = readSessionCookie(request.ctx);
    if (!cookie) return null;
    try {
      return await withTimeout(PATIENCE_MS, find(cookie), undefined);
    } catch (error) {
      log.debug({ err: error }, 'a page is made without its user');
      return undefined;
    }
  };

  async function find(cookie: string): Promise<User | null> {
    const user = await findSessionUser(store, cookie);
    return user ? { id: user._id, username: user.username } : null;
  }
}
