/** The replaceable part of error rendering. */
import { ApiError, type ErrorBody } from '../errors/api-error.js';

/** An error as it goes to the client, before it is rendered in the negotiated form. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

export interface ErrorContext {
  readonly method: string;
  readonly path: string;
  /** What the service would answer; undefined when it does not know the error and would answer 500. */
  readonly standard: ErrorResponse | undefined;
}

/**
 * A deployment's own error style. It gets every raised error except failed validations.
 *
 * @returns the answer; undefined declines. Declining and throwing give the standard 500.
 */
export type ErrorHandler = (
  error: unknown,
  context: ErrorContext,
) => ErrorResponse | undefined | Promise<ErrorResponse | undefined>;

/** The standard handler: knows the service's own errors and custom kinds, declines everything else. */
export function describeError(error: unknown): ErrorResponse | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return { status: error.status, headers: error.headers, body: error.body };
}
