/** The session of a request: who is logged in; started by the login, ended by the logout. */
import type { Context } from 'koa';

/** A session that is live: its id came with the request and the store knows it. */
export interface Session {
  readonly id: string;
  readonly userId: number;
}

/** The part of koa-session's object that is used here. */
interface KoaSession {
  readonly externalKey?: string;
  userId?: unknown;
  regenerate(): Promise<void> | undefined;
}

/** @returns undefined without a session, and where sessions are not mounted */
export function readSession(ctx: Context): Session | undefined {
  const session: KoaSession | null | undefined = ctx.session;
  // After a login koa-session still knows the session by its old id; the new one was noted when it was made.
  const id: string | undefined = ctx.state.sessionId ?? session?.externalKey;
  return id !== undefined && typeof session?.userId === 'number' ? { id, userId: session.userId } : undefined;
}

/** Under a new id, whatever id the request came with: a planted one gains nothing (session fixation). */
export async function startSession(ctx: Context, userId: number): Promise<Session> {
  const session: KoaSession | null | undefined = ctx.session;
  if (!session) throw new Error('Sessions are not mounted on this path.');
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
