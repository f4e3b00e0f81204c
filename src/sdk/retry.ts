// When a failed call is sent again, and after which wait.
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { ConflictError, ConnectionError, StatusError, UnexpectedResponseError } from './errors.js';

export interface RetryRules {
  /** How often a call is sent again at most. */
  retries: number;
  /** Milliseconds before the first repetition; doubled for each further one, with jitter. */
  retryDelay: number;
  /** Milliseconds; when the service asks to wait longer, the call fails at once. */
  maxRetryDelay: number;
}

/** Statuses that say "not now": nothing was done, or by a server in front that does not know. */
const transientStatuses = [408, 429, 502, 503, 504];

/** The exponential waits stop growing here. */
const LONGEST_BACKOFF = 8_000;

/**
 * @param attempt how often the call was sent so far
 * @returns milliseconds to wait; `undefined` when the failure is final
 */
export function delayBeforeRetry(
  operation: OperationDescription,
  error: unknown,
  attempt: number,
  { retries, retryDelay, maxRetryDelay }: RetryRules,
): number | undefined {
  if (attempt > retries || !isRepeatable(operation) || !isTransient(error)) return undefined;
  const backoff = Math.min(LONGEST_BACKOFF, retryDelay * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
  const asked = error instanceof StatusError ? (error.retryAfter ?? 0) * 1000 : 0;
  if (asked > maxRetryDelay) return undefined;
  return asked > backoff ? asked + (Math.random() * backoff) / 2 : backoff;
}

/** Reads change nothing; of a write with an `Idempotency-Key` the service knows that it is a repetition. */
function isRepeatable({ method, isKeyed }: OperationDescription): boolean {
  return method === 'GET' || isKeyed === true;
}

function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  // A cause is the parser's: JSON that ends too early is an answer that was cut off.
  if (error instanceof UnexpectedResponseError) return error.cause !== undefined;
  // The first attempt is still running; its answer will be repeated.
  if (error instanceof ConflictError) return error.retryAfter !== undefined;
  return error instanceof StatusError && transientStatuses.includes(error.status);
}
