/** CORS: scripts of the listed origins may read answers and the headers that the contract declares. */
import cors from '@koa/cors';
import type { Middleware } from 'koa';

const EXPOSED = [
  'Allow',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

export function allowOrigins(origins: readonly string[]): Middleware {
  return cors({
    origin: ({ headers: { origin = '' } }) => (origins.includes(origin) ? origin : ''),
    // The specification is open to every origin (`*`), which browsers accept only without credentials.
    credentials: ({ path }) => !path.startsWith('/openapi.'),
    exposeHeaders: EXPOSED,
    keepHeadersOnError: false,
  });
}
