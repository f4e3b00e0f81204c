/** Sets headers that stop browsers from reading an answer as another type, and from sending its URL to other sites. */
import type { ApiRequest } from '../api-request.js';
import type { Stage } from '../stage.js';

export function secureHeaders(): Stage<ApiRequest> {
  return function secureHeaders(request, next) {
    request.setHeader('X-Content-Type-Options', 'nosniff');
    request.setHeader('Referrer-Policy', 'same-origin');
    // Koa's `secure` is TLS, or the forwarded scheme with TRUST_PROXY. Browsers ignore it over HTTP (RFC 6797, 8.1).
    if (request.ctx.secure) request.setHeader('Strict-Transport-Security', 'max-age=31536000');
    return next(request);
  };
}
