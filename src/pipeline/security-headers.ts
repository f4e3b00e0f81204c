/** Sets headers that stop browsers from reading an answer as another type, and from sending its URL to other sites. */
import cors from '@koa/cors';
import type { Context, Middleware } from 'koa';

export function secureHeaders(ctx: Context): void {
  ctx.res.setHeader('X-Content-Type-Options', 'nosniff');
  ctx.res.setHeader('Referrer-Policy', 'same-origin');
  // Koa's `secure` is TLS, or the forwarded scheme with TRUST_PROXY. Browsers ignore it over HTTP (RFC 6797, 8.1).
  if (ctx.secure) ctx.res.setHeader('Strict-Transport-Security', 'max-age=31536000');
}

const EXPOSED = 'Allow,ETag,Idempotency-Replayed,Link,Location,Retry-After,WWW-Authenticate,X-Request-Id';

/** Answers a preflight itself. */
export function allowOrigins(origins: readonly string[]): Middleware {
  return cors({
    origin: ({ headers: { origin = '' } }) => (origins.includes(origin) ? origin : ''),
    // The specification is open to every origin (`*`), which browsers accept only without credentials.
    credentials: ({ path }) => !path.startsWith('/openapi.'),
    exposeHeaders: EXPOSED,
    keepHeadersOnError: false,
  });
}
