/** Headers that keep an answer from being taken for something else. */
import type { Middleware } from 'koa';

export function secureHeaders(): Middleware {
  return function secureHeaders(ctx, next) {
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Referrer-Policy', 'same-origin');
    return next();
  };
}
