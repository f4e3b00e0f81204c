/** Browser sessions: koa-session over a collection, the cookie that names a session, and the scheme `session`. */
import { randomBytes } from 'node:crypto';
import type Koa from 'koa';
import type { Context } from 'koa';
import createSession from 'koa-session';
import type { Endpoint } from '../contract/contract.js';
import type { AuthenticationRequest, AuthenticationScheme, Session } from '../extension.js';
import type { RenderedAnswer } from '../http/answer.js';
import type { ApiRequest } from '../http/api-request.js';
import { hashKey } from '../store/keys.js';
import type { UserRecord } from '../store/records.js';
import type { Store } from '../store/store.js';
import { type FindUser, identify, keepNewest } from './logins.js';

const NAME = 'sessionid';
/** A name that no subdomain can set (RFC 6265bis, 4.1.3.2). Browsers accept it over HTTPS only. */
const SECURE_NAME = '__Host-sessionid';

/** 14 days. */
export const SESSION_AGE_MS = 14 * 24 * 60 * 60 * 1000;

const sessionCookie = ({ secure }: Context): string => (secure ? SECURE_NAME : NAME);

/**
 * @returns the id of a session; undefined without the cookie, and when the request has two with different values:
 *   another host of the domain may have set one of them, and nothing says which
 */
function readSessionCookie(ctx: Context): string | undefined {
  if (ctx.headers.cookie === undefined) return undefined;
  const start = `${sessionCookie(ctx)}=`;
  const pairs = ctx.headers.cookie.split(';').map((pair) => pair.trim());
  const values = new Set(pairs.filter((pair) => pair.startsWith(start)));
  const [pair] = values;
  return values.size === 1 ? pair?.slice(start.length) : undefined;
}

/** Makes an answer while the session of its request is open. */
export type InSession = (
  request: ApiRequest,
  endpoint: Endpoint,
  makeAnswer: () => Promise<RenderedAnswer>,
) => Promise<RenderedAnswer>;

/** @returns opens the session of an endpoint that uses one, and saves what a login or a logout changes in it */
export function makeInSession(app: Koa, store: Pick<Store, 'sessions'>): InSession {
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
  return async function inSession(request, { csrf, schemes }, makeAnswer) {
    const { ctx } = request;
    // Without a cookie koa-session makes an empty session, which only a login needs.
    const isUsed = csrf || (schemes.includes('session') && readSessionCookie(ctx) !== undefined);
    if (!isUsed) return makeAnswer();
    // koa-session has its options for each request.
    ctx.sessionOptions.key = sessionCookie(ctx);
    const made: { answer?: RenderedAnswer } = {};
    await openSession(ctx, async () => {
      request.session = asSession(ctx.session);
      made.answer = await makeAnswer();
    });
    return made.answer ?? fail();
  };
}

function fail(): never {
  throw new Error('koa-session did not let the request pass.');
}

/** koa-session's data, with its own numbers in it. Ids are hashed, so that a stolen copy of the store opens no session. */
function makeSessionStore({ sessions }: Pick<Store, 'sessions'>) {
  return {
    async get(id: string) {
      const found = await sessions.findOne({ _id: hashKey(id) });
      // The sweep of expired sessions lags (MongoDB: a minute).
      return found && found.expiresAt.getTime() > Date.now() ? JSON.parse(found.data) : undefined;
    },
    async set(id: string, data: { userId?: unknown }, _maxAge: number, { changed }: { changed: boolean }) {
      const userId = typeof data.userId === 'number' ? data.userId : null;
      const [_id, issued] = [hashKey(id), new Date()];
      const expiresAt = new Date(issued.getTime() + SESSION_AGE_MS);
      const saved = { userId, data: JSON.stringify(data), expiresAt };
      // koa-session saves a new session at once and again with the response: what ended in between stays ended.
      const change = { $set: changed ? saved : { ...saved, issued } };
      await sessions.updateOne({ _id }, change, { upsert: !changed });
      if (!changed && userId !== null) await keepNewest(sessions, { _id, userId, issued });
    },
    async destroy(id: string) {
      await sessions.deleteOne({ _id: hashKey(id) });
    },
  };
}

function asSession({ userId, logins, seed }: Record<string, unknown>): Session | undefined {
  if (typeof userId !== 'number' || typeof logins !== 'number' || typeof seed !== 'string') return undefined;
  return { userId, logins, seed };
}

/** Under a new id, whatever id the request came with: a planted one gains nothing (session fixation). */
export async function startSession(request: ApiRequest, { _id: userId, logins }: UserRecord): Promise<void> {
  const { ctx } = request;
  const session = { userId, logins, seed: randomBytes(32).toString('base64url') };
  request.session = session;
  Object.assign(ctx.session, session);
  await ctx.session.regenerate();
}

/** Gone from the store and from the browser, once the response is made. */
export function endSession(request: ApiRequest): void {
  request.ctx.session = null;
  request.session = undefined;
}

/** The scheme has no challenge. @param checkCsrf throws when an unsafe request may come from another site */
export function session(
  findUser: FindUser,
  checkCsrf: (request: AuthenticationRequest) => Promise<void>,
): AuthenticationScheme {
  return {
    name: 'session',
    async authenticate(request) {
      request.vary('Cookie');
      const { session } = request;
      if (!session) return undefined;
      const user = await findUser(session.userId);
      // A session of an earlier epoch counts as none, and so does that of a user who may not log in.
      if (!user?.active || user.logins !== session.logins) return undefined;
      await checkCsrf(request);
      return { ...identify(user, session), auth: null };
    },
  };
}
