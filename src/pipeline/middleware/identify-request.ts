/** Gives every request an id that its log lines and its answer share. */
import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

/** A client's or proxy's own id is kept when it is harmless in a log line. */
const HARMLESS = /^[\w.-]{1,64}$/;

export function identifyRequest(): Middleware {
  return function identifyRequest(ctx, next) {
    const given = ctx.headers['x-request-id'];
    const id = typeof given === 'string' && HARMLESS.test(given) ? given : randomUUID();
    ctx.state.id = id;
    ctx.set('X-Request-Id', id);
    return next();
  };
}
