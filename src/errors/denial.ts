/** The kind of denial for who is unknown: decided by the first configured scheme alone (specification.md, Authentication 6). */

import type { ErrorResponse } from '../extension/error-handler.js';
import type { AuthenticationScheme } from '../extension/scheme.js';
import { type ApiError, AuthenticationFailed, NotAuthenticated } from './index.js';

export function isDenial(error: unknown): error is ApiError {
  return error instanceof AuthenticationFailed || error instanceof NotAuthenticated;
}

/** @returns 401 with the first scheme's challenge; 403 without one when it has none */
export function refuse(error: ApiError, first: AuthenticationScheme | undefined): ErrorResponse {
  const challenge = first?.challenge?.();
  if (challenge === undefined) return { status: 403, headers: error.headers, body: error.body };
  return { status: 401, headers: { ...error.headers, 'WWW-Authenticate': challenge }, body: error.body };
}
