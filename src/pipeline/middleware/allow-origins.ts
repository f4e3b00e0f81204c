/** CORS: scripts of the listed origins may read answers and the headers that the contract declares. */
import cors from '@koa/cors';
import type { ApiRequest } from '../api-request.js';
import { fromKoa, type Stage } from '../stage.js';

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

/** @param origins empty: CORS is off */
export function allowOrigins(origins: readonly string[]): Stage<ApiRequest> {
  if (origins.length === 0) return (request, next) => next(request);
  return fromKoa(
    cors({
      origin: ({ headers: { origin = '' } }) => (origins.includes(origin) ? origin : ''),
      // The specification is open to every origin (`*`), which browsers accept only without credentials.
      credentials: ({ path }) => !path.startsWith('/openapi.'),
      exposeHeaders: EXPOSED,
      keepHeadersOnError: false,
    }),
  );
}
