/** Browser sessions: koa-session over a collection, the cookie that names a session, and the scheme `session`. */
import { randomBytes } from 'node:crypto';
import type Koa from 'koa';
import type { Context } from 'koa';
import createSession from 'koa-session';
import type { AuthenticationRequest, AuthenticationScheme, Identity, Session } from '../../extension.js';
import { hashKey } from '../../store/keys.js';
import type { UserRecord } from '../../store/records.js';
import type { Store } from '../../store/store.js';
import type { ApiRequest } from '../api-request.js';
import { identify, keepNewest } from './logins.js';

const NAME = 'sessionid';
/** A name that no subdomain can set (RFC 6265bis, 4.1.3.2). Browsers accept it over HTTPS only. */
const SECURE_NAME = '__Host-sessionid';

/** 14 days. */
export const SESSION_AGE_MS = 14 * 24 * 60 * 60 * 1000;

export const sessionCookie = ({ secure }: Pick<Context, 'secure'>): string => (secure ? SECURE_NAME : NAME);

/**
 * @returns the id of a session; undefined without the cookie, and when the request has two with different values:
 *   another host of the domain may have set one of them, and nothing says which
 */
export function readSessionCookie(ctx: Pick<Context, 'secure' | 'headers'>): string | undefined {
  const start = `${sessionCookie(ctx)}=`;
  const pairs = (ctx.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const values = new Set(pairs.filter((pair) => pair.startsWith(start)));
  const [pair] = values;
  return values.size === 1 ? pair?.slice(start.length) : undefined;
}

/** Opens the session of each request to an endpoint that uses one, and saves what a login or logout changes in it. */
export function useSessions(app: Koa, store: Pick<Store, 'sessions'>): Koa.Middleware {
  const openSession = createSession(
    {
      maxAge: SESSION_AGE_MS,
      httpOnly: true,
      sameSite: 'lax',
      // The id is 256 random bits that mean something to the store only, so a signature would add nothing.
      signed: false,
      genid: () => randomBytes(32).toString('base64url'),
      valid: (ctx: Context) => readSessionCookie(ctx) !== undefined,
      store: makeSessionStore(store),
    },
    app,
  );
  return function openUsedSession(ctx, next) {
    const { endpoint }: ApiRequest['found'] = ctx.state.request.found;
    const hasCookie = readSessionCookie(ctx) !== undefined;
    // Without a cookie koa-session makes an empty session, which only a login needs.
    if (!endpoint?.csrf && !(hasCookie && endpoint?.schemes.includes('session'))) return next();
    // koa-session has its options for each request.
    ctx.sessionOptions.key = sessionCookie(ctx);
    return openSession(ctx, () => {
      ctx.state.session = asSession(ctx.session);
      return next();
    });
  };
}

/** koa-session's data, with its own numbers in it. Ids are hashed, so that a stolen copy of the store opens no session. */
function makeSessionStore({ sessions }: Pick<Store, 'sessions'>) {
  return {
    get: (id: string) => findSession(sessions, id),
    async set(id: string, data: { userId?: unknown }, _maxAge: number, { changed }: { changed: boolean }) {
      const userId = typeof data.userId === 'number' ? data.userId : null;
      const expiresAt = new Date(Date.now() + SESSION_AGE_MS);
      const change = { $set: { userId, data: JSON.stringify(data), expiresAt } };
      // koa-session saves a new session at once and again with the response: what ended in between stays ended.
      await sessions.updateOne({ _id: hashKey(id) }, change, { upsert: !changed });
      if (!changed && userId !== null) await keepNewest(sessions, userId);
    },
    async destroy(id: string) {
      await sessions.deleteOne({ _id: hashKey(id) });
    },
  };
}

async function findSession(
  sessions: Store['sessions'],
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const found = await sessions.findOne({ _id: hashKey(id) });
  // The sweep of expired sessions lags (MongoDB: a minute).
  return found && found.expiresAt.getTime() > Date.now() ? JSON.parse(found.data) : undefined;
}

function asSession({ userId, logins, seed }: Record<string, unknown>): Session | undefined {
  if (typeof userId !== 'number' || typeof logins !== 'number' || typeof seed !== 'string') return undefined;
  return { userId, logins, seed };
}

/** Under a new id, whatever id the request came with: a planted one gains nothing (session fixation). */
export async function startSession(ctx: Context, { _id: userId, logins }: UserRecord): Promise<void> {
  ctx.state.session = { userId, logins, seed: randomBytes(32).toString('base64url') };
  Object.assign(ctx.session, ctx.state.session);
  await ctx.session.regenerate();
}

/** Gone from the store and from the browser, once the response is made. */
export function endSession(ctx: Context): void {
  ctx.session = null;
  ctx.state.session = undefined;
}

/** @returns undefined for a session that does not count any more */
async function findUser({ users }: Pick<Store, 'users'>, { userId, logins }: Session) {
  const user = await users.findOne({ _id: userId });
  return user?.active && user.logins === logins ? user : undefined;
}

/** The user of a session cookie, for pages of endpoints that no scheme guards. @param id as the cookie has it */
export async function findSessionUser(
  store: Pick<Store, 'sessions' | 'users'>,
  id: string,
): Promise<UserRecord | undefined> {
  const session = asSession((await findSession(store.sessions, id)) ?? {});
  return session && findUser(store, session);
}

/**
 * The scheme has no challenge. Unsafe requests need a CSRF token.
 *
 * @param checkCsrf throws when an unsafe request may come from another site
 */
export function session(
  store: Pick<Store, 'users'>,
  checkCsrf: (request: AuthenticationRequest) => Promise<void>,
): AuthenticationScheme {
  return {
    name: 'session',
    authenticate(request) {
      request.vary('Cookie');
      return request.session && authenticate(request.session, request);
    },
  };

  async function authenticate(
    session: Session,
    request: AuthenticationRequest,
  ): Promise<Identity | undefined> {
    const user = await findUser(store, session);
    if (!user) return undefined;
    await checkCsrf(request);
    return { ...identify(user, session), auth: null };
  }
}
