/** Headers that keep an answer from being taken for something else. */
import type { Middleware } from 'koa';

export function secureHeaders(): Middleware {
  return function secureHeaders(http, next) {
    http.set('X-Content-Type-Options', 'nosniff');
    http.set('Referrer-Policy', 'same-origin');
    return next();
  };
}
