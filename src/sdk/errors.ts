// What a failing call rejects with: one class for each situation.
import type { Calls, FieldName } from '#generated/sdk/calls.gen.js';
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import type { ErrorBody } from '#generated/sdk/types.gen.js';
import type { LogEvent } from './trace.js';

/** A call failed; the classes below say how. The message names the operation and the address. */
export class SnippetStoreError extends Error {
  override readonly name: string = 'SnippetStoreError';
  /** HTTP status of the answer; `undefined` when none came. */
  declare readonly status: number | undefined;
  /** What is wrong, in the service's words. */
  declare readonly detail: string;
  /** Identifies the request in the service's log (`X-Request-Id`): quote it to support. */
  declare readonly requestId: string | undefined;
  /** The operation that failed. */
  declare readonly operation: keyof Calls;
  /** The answer with its headers; its body is already read. */
  declare readonly response: Response | undefined;
  /** Parsed when it is an error of the service; else the text as it came, of a proxy for example. */
  declare readonly body: ErrorBody | string | undefined;
  /**
   * Whether the service may have done what was asked: an answer was lost, or came from something that failed (408, 500
   * and above). When it is false, nothing was done. Always false for reads.
   */
  readonly mayBeDone: boolean = false;
  /** What happened in the call: every request, answer and repetition. */
  readonly trace: readonly LogEvent[] = [];

  constructor(
    { id, method = 'GET' }: OperationDescription,
    url: string,
    detail: string,
    response?: Response,
    cause?: unknown,
    body?: ErrorBody | string,
  ) {
    const status = response ? `${response.status} ` : '';
    super(`${id} ${method} ${url}: ${status}${detail}`, cause ? { cause } : undefined);
    this.operation = id;
    this.detail = detail;
    this.status = response?.status;
    this.response = response;
    this.body = body;
    this.requestId = response?.headers.get('x-request-id') ?? undefined;
  }
}

/** No answer came, or not all of it; the message and `cause` say why. `mayBeDone` says whether it may have been done. */
export class ConnectionError extends SnippetStoreError {
  override readonly name: 'ConnectionError' | 'ConnectionTimeoutError' = 'ConnectionError';
  declare readonly status: undefined;
  declare readonly response: undefined;
  declare readonly body: undefined;
}

/** No whole answer came within the `timeout`. */
export class ConnectionTimeoutError extends ConnectionError {
  override readonly name = 'ConnectionTimeoutError';
}

/** `auth` gave no credentials, so that the attempt was not sent; `cause` says why. */
export class CredentialsError extends SnippetStoreError {
  override readonly name = 'CredentialsError';
  declare readonly status: undefined;
  declare readonly response: undefined;
  declare readonly body: undefined;
}

/** The service redirects to where the request may not go: to another origin, too often, or with another method. */
export class RedirectError extends SnippetStoreError {
  override readonly name = 'RedirectError';
  declare readonly status: number;
  declare readonly response: Response;
}

/** The answer is a success by its status, but not of this service: an HTML page of a portal, or broken JSON. */
export class UnexpectedResponseError extends SnippetStoreError {
  override readonly name = 'UnexpectedResponseError';
  declare readonly status: number;
  declare readonly response: Response;
  /** The text as it came; `undefined` when the body is right, but `editSnippet` misses its `ETag`. */
  declare readonly body: string | undefined;
}

/** The service refuses, with a status from 300 on. */
export class StatusError extends SnippetStoreError {
  override readonly name: string = 'StatusError';
  declare readonly status: number;
  declare readonly response: Response;
  /** What is wrong with each field, for a 400; what belongs to no field stands under `non_field_errors`. */
  declare readonly fields: { readonly [Name in FieldName]?: readonly string[] };
  /** Seconds until it is worth trying again, when the service says so (`Retry-After`, both forms). */
  declare readonly retryAfter: number | undefined;

  constructor(
    operation: OperationDescription,
    url: string,
    response: Response,
    body: ErrorBody | string | undefined,
  ) {
    const detail = typeof body === 'object' ? body.detail : `HTTP status ${response.status}`;
    super(operation, url, detail, response, undefined, body);
    // The contract names the fields that there are; a deployment's own stand in `body`.
    const fields = Object.entries(Object(body)).filter(isMessages);
    this.fields = Object.fromEntries(fields);
    for (const [name, messages] of fields) this.message += `\n  ${name}: ${messages.join(' ')}`;
    this.retryAfter = readRetryAfter(response.headers);
  }
}

/** 400: the request breaks a rule; `fields` says which. */
export class BadRequestError extends StatusError {
  override readonly name = 'BadRequestError';
}

/** Credentials are missing or wrong: 401, 400 where they are members of the body, 403 where the session is first. */
export class AuthenticationError extends StatusError {
  override readonly name = 'AuthenticationError';
}

/** 403: not allowed. */
export class PermissionDeniedError extends StatusError {
  override readonly name = 'PermissionDeniedError';
}

/** 404: there is no such resource. */
export class NotFoundError extends StatusError {
  override readonly name = 'NotFoundError';
}

/** 412: somebody else changed it since the `ETag` in `If-Match`. */
export class PreconditionFailedError extends StatusError {
  override readonly name = 'PreconditionFailedError';
}

/** 429: slow down; `retryAfter` says for how long. */
export class RateLimitError extends StatusError {
  override readonly name = 'RateLimitError';
}

function isMessages(member: [string, unknown]): member is [string, string[]] {
  return Array.isArray(member[1]) && member[1].every((item) => typeof item === 'string');
}

/** @returns whole seconds from now on (RFC 9110, 10.2.3); `undefined` when the header is absent or unreadable */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  // A number that is no count of seconds, such as "-1" or "1.5", would be taken for a year.
  const date = /[a-z]/i.test(text) && parseDate(text);
  if (!date) return undefined;
  // Counted from the answer's own clock, where it tells it: this machine's may be wrong.
  const sent = parseDate(headers.get('date') ?? '') || Date.now();
  return Math.max(0, Math.ceil((date - sent) / 1000));
}

/** The form of asctime() does not name GMT, and means it all the same (RFC 9110, 5.6.7). */
function parseDate(text: string): number {
  return Date.parse(`${text.replace(' GMT', '')} GMT`);
}
