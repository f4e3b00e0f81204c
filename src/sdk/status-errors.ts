// The service refuses: one class for each situation, and which status it stands for.
import type { Calls, FieldName } from '#generated/sdk/calls.gen.js';
import type { ErrorBody } from '#generated/sdk/types.gen.js';
import { SnippetStoreError } from './errors.js';

type OperationId = keyof Calls;

/** The service refuses, with a status from 300 on. */
export class StatusError extends SnippetStoreError {
  override readonly name: string = 'StatusError';
  declare readonly status: number;
  declare readonly response: Response;
  /** What is wrong with each field, for a 400; what belongs to no field stands under `non_field_errors`. */
  readonly fields: { readonly [Name in FieldName]?: readonly string[] };
  /** Seconds until it is worth trying again, when the service says so (`Retry-After`, both forms). */
  readonly retryAfter: number | undefined;

  constructor(operation: OperationId, response: Response, body: ErrorBody | string | undefined) {
    const detail = typeof body === 'object' ? body.detail : `HTTP status ${response.status}`;
    super(operation, detail, response, undefined, body);
    // The contract names the fields that there are; a deployment's own stand in `body`.
    this.fields = Object.fromEntries(Object.entries(Object(body)).filter(isMessages));
    for (const [name, messages] of Object.entries(this.fields))
      this.message += `\n  ${name}: ${messages.join(' ')}`;
    this.retryAfter = readRetryAfter(response.headers);
  }
}

/** 400: the request breaks a rule; `fields` says which. */
export class BadRequestError extends StatusError {
  override readonly name = 'BadRequestError';
  declare readonly status: 400;
}

/** 401: credentials are missing or wrong. A service whose first scheme is the session says 403 instead. */
export class AuthenticationError extends StatusError {
  override readonly name = 'AuthenticationError';
  declare readonly status: 401;
}

/** 403: known but not allowed, or not known and the service has no challenge to send. */
export class PermissionDeniedError extends StatusError {
  override readonly name = 'PermissionDeniedError';
  declare readonly status: 403;
}

/** 404: there is no such resource. */
export class NotFoundError extends StatusError {
  override readonly name = 'NotFoundError';
  declare readonly status: 404;
}

/** 412: somebody else changed it since the `ETag` in `If-Match`. */
export class PreconditionFailedError extends StatusError {
  override readonly name = 'PreconditionFailedError';
  declare readonly status: 412;
}

/** 413: the body is larger than the deployment allows. */
export class PayloadTooLargeError extends StatusError {
  override readonly name = 'PayloadTooLargeError';
  declare readonly status: 413;
}

/** 422: the `Idempotency-Key` belongs to another request. */
export class UnprocessableError extends StatusError {
  override readonly name = 'UnprocessableError';
  declare readonly status: 422;
}

/** 429: slow down; `retryAfter` says for how long. */
export class RateLimitError extends StatusError {
  override readonly name = 'RateLimitError';
  declare readonly status: 429;
}

/** 500 and above: the service failed, or a server in front of it (502, 504, 520). */
export class ServerError extends StatusError {
  override readonly name: string = 'ServerError';
}

/** 500: something broke in the service. */
export class InternalServerError extends ServerError {
  override readonly name = 'InternalServerError';
  declare readonly status: 500;
}

/** 503: the database or the highlighter does not answer. */
export class ServiceUnavailableError extends ServerError {
  override readonly name = 'ServiceUnavailableError';
  declare readonly status: 503;
}

const classes: Readonly<Record<number, typeof StatusError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  412: PreconditionFailedError,
  413: PayloadTooLargeError,
  422: UnprocessableError,
  429: RateLimitError,
  500: InternalServerError,
  503: ServiceUnavailableError,
};

/** The error for an answer that is no success. */
export function makeStatusError(operation: OperationId, response: Response, text: string): StatusError {
  const { status } = response;
  const Class = classes[status] ?? (status >= 500 ? ServerError : StatusError);
  return new Class(operation, response, readErrorBody(text));
}

/** Whatever its media type is: `application/problem+json` has a `detail` too. */
function readErrorBody(text: string): ErrorBody | string | undefined {
  try {
    const body = JSON.parse(text);
    if (typeof body?.detail === 'string') return body;
  } catch {
    // A page of a proxy, or JSON that was cut off.
  }
  return text || undefined;
}

function isMessages(member: [string, unknown]): member is [string, string[]] {
  return Array.isArray(member[1]) && member[1].every((item) => typeof item === 'string');
}

/** @returns whole seconds from now on (RFC 9110, 10.2.3); `undefined` when the header is absent or unreadable */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  // A number that is no count of seconds, such as "-1" or "1.5", would be taken for a year.
  const date = /[a-z]/i.test(text) && Date.parse(text);
  if (!date) return undefined;
  // Counted from the answer's own clock, where it tells it: this machine's may be wrong.
  const sent = Date.parse(headers.get('date') ?? '') || Date.now();
  return Math.max(0, Math.ceil((date - sent) / 1000));
}
