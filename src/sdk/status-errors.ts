// Which class of error stands for which status.
import type { Calls } from '#generated/sdk/calls.gen.js';
import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  PreconditionFailedError,
  RateLimitError,
  ServiceUnavailableError,
  StatusError,
  UnprocessableError,
} from './errors.js';

const classes = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  413: PayloadTooLargeError,
  422: UnprocessableError,
  429: RateLimitError,
  500: InternalServerError,
  503: ServiceUnavailableError,
};

/** The class for each status. */
export type ErrorClasses = { [Status in keyof typeof classes]: InstanceType<(typeof classes)[Status]> };

/** The error for an answer that is no success. */
export function makeStatusError(operation: keyof Calls, response: Response, body: unknown): StatusError {
  const known: Readonly<Record<number, typeof StatusError>> = classes;
  return new (known[response.status] ?? StatusError)(operation, response, body);
}
