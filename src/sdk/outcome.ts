// What is known after a failed attempt: whether it may have been done all the same, and whether it is sent again.
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { namesIn, pick } from './build-request.js';
import type { Answer, CallOptions, Transport } from './call-types.js';
import { ConnectionError, CredentialsError, NotFoundError, PreconditionFailedError } from './errors.js';

/** The options of the same names. */
export interface RetryRules {
  retries: number;
  retryDelay: number;
  maxRetryDelay: number;
}

type Members = Readonly<Record<string, unknown>>;

/** The exponential waits stop growing here. */
const LONGEST_BACKOFF = 8_000;

/** What Node, Bun, Deno and Safari say when there was no connection or no trust, so that nothing was sent. */
const notConnected = /\bconnect\b|REFUSED|addrinfo|certificate|bad port/i;

/** Whether the service may have done what was asked, although the attempt ended with this error. */
export function mayBeDone(error: unknown): boolean {
  if (error instanceof ConnectionError) return !notConnected.test(reasonOf(error));
  // Without a status there were no credentials to send. A success was none of this service. 307 and 308 ask for the same
  // request elsewhere; the other redirections may follow what was done.
  const { status } = Object(error);
  return status < 307 || status === 408 || status > 499;
}

/**
 * After an attempt that may have been done, a refusal can be its trace: what was deleted is not found, and what was
 * replaced no longer has the `ETag` of `If-Match`.
 *
 * @returns the answer when the service has what was asked for; `undefined` when it has something else
 */
export async function settleRepetition(
  transport: Transport,
  { method, body = [], defaults = {}, readBy }: OperationDescription,
  args: object,
  error: unknown,
  options: CallOptions,
): Promise<Omit<Answer<unknown>, 'trace'> | undefined> {
  // The page of a proxy that finds no service tells nothing.
  if (error instanceof NotFoundError && method === 'DELETE' && typeof error.body === 'object')
    return { data: undefined, response: error.response };
  if (!(error instanceof PreconditionFailedError) || !readBy) return undefined;
  const sent = args as Members;
  try {
    const { data, response } = await transport.send(readBy, pick(namesIn(readBy.path), sent), options);
    const isSame = body.every(
      (name) => JSON.stringify((data as Members)[name]) === JSON.stringify(sent[name] ?? defaults[name]),
    );
    return isSame ? { data, response } : undefined;
  } catch {
    // Then the refusal is all that is known.
    options.signal?.throwIfAborted();
    return undefined;
  }
}

/**
 * @param attempt how often the call was sent so far
 * @returns milliseconds to wait; `undefined` when the failure is final
 */
export function delayBeforeRetry(
  operation: OperationDescription,
  error: unknown,
  attempt: number,
  rules: RetryRules,
): number | undefined {
  // Why there were no credentials decides, as they may come from the network too.
  if (error instanceof CredentialsError) return delayBeforeRetry(operation, error.cause, attempt, rules);
  if (attempt > rules.retries || operation.isSentOnce || !isTransient(error)) return undefined;
  const { retryDelay, maxRetryDelay } = rules;
  const backoff = Math.min(LONGEST_BACKOFF, retryDelay * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
  const asked = (Object(error).retryAfter ?? 0) * 1000;
  return asked > maxRetryDelay ? undefined : asked + backoff;
}

function isTransient(error: unknown): boolean {
  const { status, cause } = Object(error);
  // Beside a status a cause is the parser's: JSON that ends too early is an answer that was cut off. From 502 on a server
  // in front of the service answers, or the service says "not now".
  return status
    ? cause || status === 408 || status === 429 || status > 501
    : error instanceof ConnectionError;
}

/**
 * The innermost reason: `fetch` wraps what the network said. Of several addresses that were tried there is a code only.
 *
 * @param depth of the causes that are looked at: a cause may be itself
 */
export function reasonOf(error: unknown, depth = 9): string {
  const { cause, code, message } = Object(error);
  // OpenSSL's message is a line of its internals; its code says what is wrong.
  const said = /:error:/.test(message) ? code : message || code;
  const own = Object(error) === error ? Object.values(Object(error)) : error;
  return String((cause && depth && reasonOf(cause, depth - 1)) || said || own);
}
