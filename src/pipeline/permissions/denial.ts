/** The same denial for a path and for an object: an anonymous user may log in, a known user gets 403. */
import { type ApiError, NotAuthenticated, PermissionDenied } from '../../errors/index.js';
import type { AuthenticatedRequest } from '../phases.js';

export function denial({ user }: AuthenticatedRequest): ApiError {
  return user === null ? new NotAuthenticated() : new PermissionDenied();
}
