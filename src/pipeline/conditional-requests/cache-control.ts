/** How an answer may be kept (RFC 9111, 5.2.2). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../../contract/contract.js';
import type { User } from '../../extension.js';
import type { Renderer } from '../request/api-request.js';

/** Errors, pages, tokens, and responses to unsafe methods. */
export const NOT_KEPT = 'no-store';

interface Kept {
  readonly operation: Operation | undefined;
  readonly renderer: Renderer;
  readonly user: User | null | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** `no-cache`: kept, and compared by its `ETag` before each use. With credentials only their sender may keep it. */
export function cacheControlOf({ operation, renderer, user, headers }: Kept): string {
  if (operation?.cachePolicy !== 'no-cache' || renderer.personal) return NOT_KEPT;
  const { authorization, cookie } = headers;
  // A custom scheme may read other headers.
  const isPersonal = authorization !== undefined || cookie !== undefined || Boolean(user);
  return isPersonal ? 'private, no-cache' : 'no-cache';
}
