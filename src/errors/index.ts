/** One class per situation that ends a request early. The texts are fixed: clients of this convention compare them. */
import { ApiError, type ApiErrorOptions, counted, type ErrorBody, quoteInput } from './api-error.js';

export { ApiError, type ApiErrorOptions, type ErrorBody };

/** The request cannot be read: invalid JSON, an invalid form, bytes that are not UTF-8. */
export class ParseError extends ApiError {
  static override readonly status: number = 400;
  static override readonly defaultDetail: string = 'Malformed request.';
}

/** The request breaks a rule of `openapi.yaml`. Answered directly: a deployment's error handler does not see it. */
export class ValidationFailed extends ApiError {
  static override readonly status: number = 400;
  static override readonly defaultDetail: string = 'Invalid input.';
  static override readonly raised: boolean = false;

  /** @param fields messages by field name, in the order in which the fields are declared */
  constructor(readonly fields: Readonly<Record<string, readonly string[]>>) {
    super();
  }

  override get body(): ErrorBody {
    return { detail: this.detail, ...this.fields };
  }
}

/** A user name and a password that do not fit, where they are what is sent: invalid input, which no handler sees. */
export class LoginRefused extends ValidationFailed {
  constructor() {
    super({ non_field_errors: ['Unable to log in with provided credentials.'] });
  }
}

/** The `Host` names another service: a name that this one does not answer to (ALLOWED_HOSTS). */
export class InvalidHost extends ApiError {
  static override readonly status: number = 400;
  static override readonly defaultDetail: string = 'Invalid Host header.';
}

/** The credentials are wrong: 401 if the first scheme has a challenge, else 403. */
export class AuthenticationFailed extends ApiError {
  static override readonly status: number = 401;
  static override readonly defaultDetail: string = 'Incorrect authentication credentials.';
}

/** The credentials are right, and their user is gone or may not log in any more. */
export class UserInactive extends AuthenticationFailed {
  static override readonly defaultDetail: string = 'User inactive or deleted.';
}

/** The user is anonymous and the permission needs a known user: 401 if the first scheme has a challenge, else 403. */
export class NotAuthenticated extends ApiError {
  static override readonly status: number = 401;
  static override readonly defaultDetail: string = 'Authentication credentials were not provided.';
}

/** The user is known and lacks the permission: always 403. */
export class PermissionDenied extends ApiError {
  static override readonly status: number = 403;
  static override readonly defaultDetail: string = 'You do not have permission to perform this action.';
}

/** The user has stored as much as the deployment allows (QUOTA_SNIPPETS, QUOTA_BYTES). */
export class QuotaReached extends PermissionDenied {
  constructor(limit: number, of: 'snippet' | 'byte') {
    super({ detail: `You have reached the limit of ${counted(limit, of)}.` });
  }
}

export class NotFound extends ApiError {
  static override readonly status: number = 404;
  static override readonly defaultDetail: string = 'Not found.';
}

export class MethodNotAllowed extends ApiError {
  static override readonly status: number = 405;

  constructor(method: string) {
    super({ detail: `Method '${method}' not allowed.` });
  }
}

export class NotAcceptable extends ApiError {
  static override readonly status: number = 406;
  static override readonly defaultDetail: string = 'Could not satisfy the request Accept header.';
}

/** The `Idempotency-Key` belongs to another request. */
export class IdempotencyKeyReused extends ApiError {
  static override readonly status: number = 422;
  static override readonly defaultDetail: string = 'This Idempotency-Key was used for another request.';
}

/** `If-Match` names another version than the stored one (RFC 9110, 13.1.1). */
export class PreconditionFailed extends ApiError {
  static override readonly status: number = 412;
  static override readonly defaultDetail: string =
    'The resource has changed: its ETag does not match If-Match.';
}

export class PayloadTooLarge extends ApiError {
  static override readonly status: number = 413;

  constructor(maxBytes: number) {
    super({ detail: `Request body is too large: at most ${maxBytes} bytes.` });
  }
}

export class UnsupportedMediaType extends ApiError {
  static override readonly status: number = 415;

  constructor(contentType: string) {
    super({ detail: `Unsupported media type "${quoteInput(contentType)}" in request.` });
  }
}

export class Throttled extends ApiError {
  static override readonly status: number = 429;

  /** @param waitSeconds until the next request is allowed; sent as `Retry-After` (RFC 9110, 10.2.3) */
  constructor(waitSeconds: number) {
    const seconds = Math.ceil(waitSeconds);
    super({
      detail: `Request was throttled. Expected available in ${counted(seconds, 'second')}.`,
      headers: { 'Retry-After': String(seconds) },
    });
  }
}

/** A part that the service needs does not answer: the database or the highlighter. */
export class ServiceUnavailable extends ApiError {
  static override readonly status: number = 503;
  static override readonly defaultDetail: string = 'Service temporarily unavailable, try again later.';

  /** @param retryAfter seconds: a full queue is worth trying again soon */
  constructor(retryAfter = 1, options: ApiErrorOptions = {}) {
    super({ headers: { 'Retry-After': String(retryAfter) }, ...options });
  }
}

/** The check of readiness found a problem. */
export class NotReady extends ServiceUnavailable {
  static override readonly defaultDetail: string = 'The service is not ready.';
  /** The answer of a check, and no failure of a request: a deployment's own error style would hide it from monitors. */
  static override readonly raised: boolean = false;

  /** @param checks `ok`, or the problem, by the name of the check */
  constructor(
    readonly checks: Readonly<Record<string, string>>,
    retryAfter: number,
  ) {
    super(retryAfter);
  }

  override get body(): ErrorBody {
    return { detail: this.detail, checks: this.checks };
  }
}
