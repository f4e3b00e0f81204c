/** The session of a request, and the cookie that names it: a login starts it, a logout ends it. */
import type { Context } from 'koa';
import type { Session } from '../../request/api-request.js';

const NAME = 'sessionid';
/** A name that no subdomain can set (RFC 6265bis, 4.1.3.2). Browsers accept it over HTTPS only. */
const SECURE_NAME = '__Host-sessionid';

/** 14 days. */
export const SESSION_AGE_MS = 14 * 24 * 60 * 60 * 1000;

export function sessionCookie({ secure }: Pick<Context, 'secure'>): string {
  return secure ? SECURE_NAME : NAME;
}

/**
 * @returns undefined without the cookie, and when the request has two with different values: another host of the domain
 *   may have set one of them, and nothing says which
 */
export function readSessionCookie(ctx: Pick<Context, 'secure' | 'headers'>): string | undefined {
  const start = `${sessionCookie(ctx)}=`;
  const pairs = (ctx.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const values = new Set(pairs.filter((pair) => pair.startsWith(start)));
  const [pair] = values;
  return values.size === 1 ? pair?.slice(start.length) : undefined;
}

/** The part of koa-session's object that is used here. */
interface KoaSession {
  readonly externalKey?: string;
  userId?: unknown;
  regenerate(): Promise<void> | undefined;
}

/** @returns undefined without a session, and where the endpoint uses none */
export function readSession(ctx: Context): Session | undefined {
  // Only a login makes a session that came without a cookie; asking koa-session would make an empty one.
  if (ctx.state.sessionId === undefined && readSessionCookie(ctx) === undefined) return undefined;
  const session: KoaSession | null | undefined = ctx.session;
  // After a login koa-session still knows the session by its old id; the new one was noted when it was made.
  const id: string | undefined = ctx.state.sessionId ?? session?.externalKey;
  return id !== undefined && typeof session?.userId === 'number' ? { id, userId: session.userId } : undefined;
}

/** Under a new id, whatever id the request came with: a planted one gains nothing (session fixation). */
export async function startSession(ctx: Context, userId: number): Promise<Session> {
  const session: KoaSession | null | undefined = ctx.session;
  if (!session)
    throw new Error(
      'This endpoint uses no sessions: give it x-csrf or the scheme `session` in openapi.yaml.',
    );
  session.userId = userId;
  await session.regenerate();
  const started = readSession(ctx);
  if (!started) throw new Error('The session was not started.');
  return started;
}

/** Gone from the store and from the browser, once the response is made. */
export function endSession(ctx: Context): void {
  ctx.session = null;
}
