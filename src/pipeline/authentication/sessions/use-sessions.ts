/**
 * Stage 1, last: opens the session of a request, and saves what a login or logout changes in it. It comes before
 * negotiation, because the page of a 404 or 406 shows who is logged in.
 */
import { randomBytes } from 'node:crypto';
import type Koa from 'koa';
import type { Context } from 'koa';
import createSession from 'koa-session';
import type { LocatedRequest } from '../../phases.js';
import { fromKoa, type Stage } from '../../stage.js';
import { readSessionCookie, SESSION_AGE_MS, sessionCookie } from './session.js';
import type { SessionStore } from './session-store.js';

/**
 * @param app koa-session extends its context, once
 * @returns a stage that reads the session of a request that carries its cookie. Only endpoints that use sessions ask
 *   the store.
 */
export function useSessions(app: Koa, store: SessionStore): Stage<LocatedRequest> {
  const openSession = fromKoa(
    createSession(
      {
        maxAge: SESSION_AGE_MS,
        httpOnly: true,
        sameSite: 'lax',
        // The id is 256 random bits that mean something to the store only, so a signature would add nothing.
        signed: false,
        genid: (ctx: Context) => {
          ctx.state.sessionId = randomBytes(32).toString('base64url');
          return ctx.state.sessionId;
        },
        valid: (ctx: Context) => readSessionCookie(ctx) !== undefined,
        store,
      },
      app,
    ),
  );
  return function useSessions(request, next) {
    const { ctx, endpoint } = request;
    // Without a cookie there is nothing to read, and koa-session would make a new id all the same, for a login to use.
    const matters =
      endpoint.csrf || (endpoint.schemes.includes('session') && readSessionCookie(ctx) !== undefined);
    if (!matters) return next(request);
    // koa-session has these options for each request.
    ctx.sessionOptions.key = sessionCookie(ctx);
    return openSession(request, () => next(request));
  };
}
