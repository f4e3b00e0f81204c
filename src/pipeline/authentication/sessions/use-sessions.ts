/** Opens the session of a request, and saves what a login or logout changes in it. */
import { randomBytes } from 'node:crypto';
import type Koa from 'koa';
import type { Context } from 'koa';
import createSession from 'koa-session';
import type { Endpoint } from '../../../contract/contract.js';
import type { ApiRequest } from '../../request/api-request.js';
import { readSessionCookie, SESSION_AGE_MS, sessionCookie } from './session.js';
import type { SessionStore } from './session-store.js';

/**
 * Runs the rest of the request with its session: loaded before, saved after.
 *
 * @throws what the rest throws, and the store's error when the session cannot be read or saved
 */
export type WithSession = <T>(request: ApiRequest, endpoint: Endpoint, rest: () => Promise<T>) => Promise<T>;

/** @param app koa-session extends its context, once */
export function makeWithSession(app: Koa, store: SessionStore): WithSession {
  const openSession = createSession(
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
  );
  return async function withSession<T>({ ctx }: ApiRequest, endpoint: Endpoint, rest: () => Promise<T>) {
    // Without a cookie there is nothing to read, and koa-session would make a new id all the same, for a login to use.
    const matters =
      endpoint.csrf || (endpoint.schemes.includes('session') && readSessionCookie(ctx) !== undefined);
    if (!matters) return rest();
    // koa-session has these options for each request.
    ctx.sessionOptions.key = sessionCookie(ctx);
    let result: Promise<T> | undefined;
    await openSession(ctx, async () => {
      result = rest();
      await result;
    });
    if (result === undefined) throw new Error('koa-session did not run the request.');
    return result;
  };
}
