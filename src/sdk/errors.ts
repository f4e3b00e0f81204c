// What a failing call rejects with: one class for each situation, all of one base.
import type { Calls, FieldName } from '#generated/sdk/calls.gen.js';
import type { ErrorBody, InvalidInput } from '#generated/sdk/types.gen.js';
import { detailOf, fieldsOf } from './error-body.js';
import { readRetryAfter } from './retry-after.js';

type OperationId = keyof Calls;

/** A call failed; the classes below say how. */
export class SnippetStoreError extends Error {
  override readonly name: string = 'SnippetStoreError';
  /** HTTP status of the answer; `undefined` when none came. */
  readonly status: number | undefined;
  /** What is wrong, in the service's words. */
  readonly detail: string;
  /** Identifies the request in the service's log (`X-Request-Id`): quote it to support. */
  readonly requestId: string | undefined;
  /** The operation that failed. */
  readonly operation: OperationId;

  constructor(operation: OperationId, detail: string, message: string, answer?: Response, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = answer?.status;
    this.detail = detail;
    this.requestId = answer?.headers.get('x-request-id') ?? undefined;
    this.operation = operation;
  }
}

/** No answer came, or not all of it; `cause` says why. Whether the service did what was asked is unknown. */
export class ConnectionError extends SnippetStoreError {
  override readonly name: 'ConnectionError' | 'TimeoutError' = 'ConnectionError';
  declare readonly status: undefined;

  constructor(operation: OperationId, detail: string, cause?: unknown) {
    super(operation, detail, detail, undefined, cause);
  }
}

/** No whole answer came within the `timeout`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** Statuses of answers that this class of errors is for: a success by its status, but not what was asked for. */
export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 206;

/** The answer is a success by its status, but not of this service: an HTML page of a portal, or broken JSON. */
export class UnexpectedResponseError extends SnippetStoreError {
  override readonly name = 'UnexpectedResponseError';
  declare readonly status: SuccessStatus;
  /** The body as it came. */
  readonly body: string;
  /** The answer with its headers; its body is already read. */
  readonly response: Response;

  constructor(operation: OperationId, detail: string, response: Response, body: string, cause?: unknown) {
    super(operation, detail, `${response.status} ${detail}`, response, cause);
    this.body = body;
    this.response = response;
  }
}

/** The service refuses, with a status from 300 on. */
export class StatusError extends SnippetStoreError {
  override readonly name: string = 'StatusError';
  declare readonly status: number;
  /** The body as it came: parsed when it is JSON, else text. */
  readonly body: unknown;
  /** The answer with its headers; its body is already read. */
  readonly response: Response;
  /** Seconds until it is worth trying again, when the service says so (`Retry-After`, both forms). */
  readonly retryAfter: number | undefined;

  constructor(operation: OperationId, response: Response, body: unknown) {
    const detail = detailOf(body) ?? `HTTP status ${response.status}`;
    const lines = Object.entries(fieldsOf(body)).map(
      ([name, messages]) => `  ${name}: ${messages.join(' ')}`,
    );
    super(operation, detail, [`${response.status} ${detail}`, ...lines].join('\n'), response);
    this.body = body;
    this.response = response;
    this.retryAfter = readRetryAfter(response.headers);
  }
}

/** 400: the request breaks a rule; `fields` says which. */
export class BadRequestError extends StatusError {
  override readonly name = 'BadRequestError';
  declare readonly status: 400;
  declare readonly body: InvalidInput;
  /** What is wrong with each field; what belongs to no field stands under `non_field_errors`. */
  readonly fields: { readonly [Name in FieldName]?: readonly string[] };

  constructor(operation: OperationId, response: Response, body: unknown) {
    super(operation, response, body);
    // The contract names the fields that there are; a deployment's own stand in `body`.
    this.fields = fieldsOf(body) as typeof this.fields;
  }
}

/** 401: credentials are missing or wrong. A service whose first scheme is the session says 403 instead. */
export class AuthenticationError extends StatusError {
  override readonly name = 'AuthenticationError';
  declare readonly status: 401;
  declare readonly body: ErrorBody;
}

/** 403: known but not allowed, or not known and the service has no challenge to send. */
export class PermissionDeniedError extends StatusError {
  override readonly name = 'PermissionDeniedError';
  declare readonly status: 403;
  declare readonly body: ErrorBody;
}

/** 404: there is no such resource. */
export class NotFoundError extends StatusError {
  override readonly name = 'NotFoundError';
  declare readonly status: 404;
  declare readonly body: ErrorBody;
}

/** 409: the first request with this `Idempotency-Key` is still running. */
export class ConflictError extends StatusError {
  override readonly name = 'ConflictError';
  declare readonly status: 409;
  declare readonly body: ErrorBody;
}

/** 412: somebody else changed it since the `ETag` in `If-Match`. */
export class PreconditionFailedError extends StatusError {
  override readonly name = 'PreconditionFailedError';
  declare readonly status: 412;
  declare readonly body: ErrorBody;
}

/** 413: the body is larger than the deployment allows. */
export class PayloadTooLargeError extends StatusError {
  override readonly name = 'PayloadTooLargeError';
  declare readonly status: 413;
  declare readonly body: ErrorBody;
}

/** 422: the `Idempotency-Key` belongs to another request. */
export class UnprocessableError extends StatusError {
  override readonly name = 'UnprocessableError';
  declare readonly status: 422;
  declare readonly body: ErrorBody;
}

/** 429: slow down; `retryAfter` says for how long. */
export class RateLimitError extends StatusError {
  override readonly name = 'RateLimitError';
  declare readonly status: 429;
  declare readonly body: ErrorBody;
}

/** 500: something broke in the service. */
export class InternalServerError extends StatusError {
  override readonly name = 'InternalServerError';
  declare readonly status: 500;
  declare readonly body: ErrorBody;
}

/** 503: the database or the highlighter does not answer; nothing was stored. */
export class ServiceUnavailableError extends StatusError {
  override readonly name = 'ServiceUnavailableError';
  declare readonly status: 503;
  declare readonly body: ErrorBody;
}
