// What a failing call rejects with when no refusal of the service came: the base of all errors, and lost answers.
import type { Calls } from '#generated/sdk/calls.gen.js';
import type { ErrorBody } from '#generated/sdk/types.gen.js';
import type { LogEvent } from './trace.js';

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
  readonly operation: keyof Calls;
  /** The answer with its headers; its body is already read. */
  readonly response: Response | undefined;
  /** Parsed when it is an error of the service; else the text as it came, of a proxy for example. */
  readonly body: ErrorBody | string | undefined;
  /**
   * Whether the service may have done what was asked: the answer to one of the attempts was lost. When it is false,
   * nothing was done. Always false for reads.
   */
  readonly mayBeDone: boolean = false;
  /** What happened in the call: every request, answer and repetition. */
  readonly trace: readonly LogEvent[] = [];

  constructor(
    operation: keyof Calls,
    detail: string,
    response?: Response,
    cause?: unknown,
    body?: ErrorBody | string,
  ) {
    super(response ? `${response.status} ${detail}` : detail, cause ? { cause } : undefined);
    this.operation = operation;
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

/** Statuses of answers that this class of errors is for: a success by its status, but not what was asked for. */
export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 206;

/** The answer is a success by its status, but not of this service: an HTML page of a portal, or broken JSON. */
export class UnexpectedResponseError extends SnippetStoreError {
  override readonly name = 'UnexpectedResponseError';
  declare readonly status: SuccessStatus;
  declare readonly response: Response;
  /** The text as it came; `undefined` when the body is right, but `editSnippet` misses its `ETag`. */
  declare readonly body: string | undefined;
}

/** The innermost reason: `fetch` wraps what the network said. Of several addresses that were tried there is a code only. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause ? reasonOf(error.cause) : error.message || String((error as { code?: unknown }).code);
}
