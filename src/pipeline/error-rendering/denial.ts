/** The denial of an anonymous user is 401 or 403: the first configured scheme decides (specification.md, Authentication 6). */
import { type ApiError, AuthenticationFailed, NotAuthenticated } from '../../errors/index.js';
import type { ErrorResponse } from '../../extension/error-handler.js';
import type { AuthenticationScheme } from '../../extension/scheme.js';

export function isDenial(error: unknown): error is ApiError {
  return error instanceof AuthenticationFailed || error instanceof NotAuthenticated;
}

/** @returns 401 with the first scheme's challenge; 403 without one when it has none */
export function denialResponse(error: ApiError, first: AuthenticationScheme | undefined): ErrorResponse {
  const challenge = first?.challenge?.();
  if (challenge === undefined) return { status: 403, headers: error.headers, body: error.body };
  return { status: 401, headers: { ...error.headers, 'WWW-Authenticate': challenge }, body: error.body };
}
