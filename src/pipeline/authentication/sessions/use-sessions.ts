/** Mounts koa-session where a session matters, so that the store is not asked for anything else. */
import { randomBytes } from 'node:crypto';
import type Koa from 'koa';
import type { Context } from 'koa';
import createSession from 'koa-session';
import type { Endpoint } from '../../../contract/contract.js';
import { makePathTable } from '../../routing/path-table.js';
import type { SessionStore } from './session-store.js';

export const SESSION_COOKIE = 'sessionid';

/** 14 days. */
export const SESSION_AGE_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * @param app koa-session extends its context, once
 * @returns reads the session of a request that carries its cookie; writes it when a login or logout changed it
 */
export function useSessions(app: Koa, store: SessionStore, endpoints: readonly Endpoint[]): Koa.Middleware {
  const session = createSession(
    {
      key: SESSION_COOKIE,
      maxAge: SESSION_AGE_MS,
      httpOnly: true,
      sameSite: 'lax',
      // The id is 256 random bits that only the store knows the meaning of: a signature would add nothing.
      signed: false,
      genid: (ctx: Context) => {
        ctx.state.sessionId = randomBytes(32).toString('base64url');
        return ctx.state.sessionId;
      },
      store,
    },
    app,
  );
  const locate = makePathTable(endpoints);
  return function useSessions(ctx, next) {
    const endpoint = locate(ctx.path)?.endpoint;
    const matters = endpoint && (endpoint.csrf || endpoint.schemes.includes('session'));
    // An empty session without a cookie costs no look-up; koa-session keeps it for a login to fill.
    return matters ? session(ctx, next) : next();
  };
}
