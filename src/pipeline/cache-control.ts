/** How an answer may be kept (RFC 9111, 5.2.2). */
import type { ApiRequest } from './api-request.js';

/** Errors, pages, tokens, and answers to what is no reading. */
export const NOT_KEPT = 'no-store';

interface Kept extends Pick<ApiRequest, 'headers'> {
  readonly operation?: ApiRequest['operation'] | undefined;
  readonly renderer?: ApiRequest['renderer'] | undefined;
  readonly user?: ApiRequest['user'] | undefined;
}

/** `no-cache`: kept, and compared by its `ETag` before each use. Only its sender may keep what credentials were sent for. */
export function cacheControlOf({ operation, renderer, user, headers }: Kept): string {
  if (operation?.keeping !== 'no-cache' || renderer?.personal) return NOT_KEPT;
  const { authorization, cookie } = headers;
  // A custom scheme may read other headers.
  const isPersonal = authorization !== undefined || cookie !== undefined || Boolean(user);
  return isPersonal ? 'private, no-cache' : 'no-cache';
}
