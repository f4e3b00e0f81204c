/** Gives every request an id that its log lines and its answer share. */
import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { ApiRequest, type RequestReaders } from '../request/api-request.js';

/** The id of a client or a proxy is kept when it cannot harm a log line. */
const HARMLESS = /^[\w.-]{1,64}$/;

/** The request is in `ctx.state.request` from here on. */
export function identifyRequests(readers: RequestReaders): Middleware {
  return function identifyRequest(ctx, next) {
    const given = ctx.headers['x-request-id'];
    const id = typeof given === 'string' && HARMLESS.test(given) ? given : randomUUID();
    ctx.res.setHeader('X-Request-Id', id);
    ctx.state.request = new ApiRequest(ctx, id, readers);
    return next();
  };
}
