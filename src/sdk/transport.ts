// Calls operations over fetch: timeouts, repetitions, credentials and typed errors, for any operation.
import type { Calls } from '#generated/sdk/calls.gen.js';
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { buildRequest } from './build-request.js';
import type { Answer, CallOptions, Transport } from './call-types.js';
import { type Credentials, toAuthenticator } from './credentials.js';
import { exchange } from './exchange.js';
import type { LogEvent } from './log.js';
import { readAnswer } from './read-answer.js';
import { delayBeforeRetry } from './retry.js';
import { sleep } from './wait.js';

/** Where the service is, who asks, and how patient the client is. */
export interface TransportOptions {
  /** Where the service is, for example `https://snippets.example.com`; a path in front of its addresses is kept. */
  baseUrl: string;
  /** Who asks: `basic()`, `token()`, `oauth2()`, ... or credentials of your own. Without it calls are anonymous. */
  auth?: Credentials | undefined;
  /** Sends the requests instead of the platform's `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Milliseconds for each attempt, the body of the answer included; 30,000 when left out, `Infinity` for no limit. */
  timeout?: number | undefined;
  /**
   * How often a call is sent again after a failure that passes: no connection, a timeout, 408, 429, 502, 503, 504. Only
   * reads, and writes that carry an `Idempotency-Key`. 2 when left out, 0 for never.
   */
  retries?: number | undefined;
  /** Milliseconds before the first repetition, doubled for each further one, with jitter; 500 when left out. */
  retryDelay?: number | undefined;
  /** Milliseconds; when `Retry-After` asks for more, the call fails at once. 60,000 when left out. */
  maxRetryDelay?: number | undefined;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Paths of operations that the deployment has moved, for example `{ createToken: '/token/' }`. */
  paths?: Readonly<{ [Id in keyof Calls]?: string | undefined }> | undefined;
  /** Told of every request, answer, repetition and failure; never with credentials or bodies. */
  log?: ((event: LogEvent) => void) | undefined;
}

/**
 * The client without its methods, for programs that bundle only the operations that they use:
 * `createTransport({ baseUrl }).call(operations.getSnippet, { id: 1 })`.
 *
 * @throws TypeError when `baseUrl` is no absolute HTTP address or holds credentials, or a number makes no sense
 */
export function createTransport(options: TransportOptions): Transport {
  const { timeout = 30_000, retries = 2, retryDelay = 500, maxRetryDelay = 60_000, log } = options;
  const settings = {
    baseUrl: checkBaseUrl(options.baseUrl),
    paths: options.paths ?? {},
    headers: options.headers ?? {},
  };
  checkNumbers({ timeout, retries, retryDelay, maxRetryDelay });
  const authenticator = toAuthenticator(options.auth);
  const fetchBy = options.fetch ?? ((request) => globalThis.fetch(request));
  const transport: Transport = {
    call: async (operation: OperationDescription, args?: object, callOptions?: CallOptions) =>
      // The overloads say what each operation gives; here all are alike.
      (await send(operation, args, callOptions)).data as never,
    send,
  };
  return transport;

  async function send(
    operation: OperationDescription,
    args: object = {},
    callOptions: CallOptions = {},
  ): Promise<Answer<unknown>> {
    const { signal } = callOptions;
    const limits = { timeout: callOptions.timeout ?? timeout, retries: callOptions.retries ?? retries };
    checkNumbers(limits);
    const { url, init } = buildRequest(operation, args, settings);
    for (const [name, value] of Object.entries(callOptions.headers ?? {})) init.headers.set(name, value);
    addIdempotencyKey(operation, init.headers, callOptions.idempotencyKey);
    const context = { operation, transport };
    const prepare = async (ending: AbortSignal) =>
      authenticator.authenticate(new Request(url, { ...init, signal: ending }), context);
    let isRenewed = false;

    for (let attempt = 1; ; attempt++) {
      const about = { operation: operation.id, method: init.method, url, attempt };
      try {
        log?.({ type: 'request', ...about });
        const began = performance.now();
        const { request, response, text } = await exchange(operation, prepare, fetchBy, {
          signal,
          timeout: limits.timeout,
        });
        const requestId = response.headers.get('x-request-id') ?? undefined;
        const milliseconds = Math.round(performance.now() - began);
        log?.({ type: 'response', ...about, status: response.status, requestId, milliseconds });
        if (
          !isRenewed &&
          areCredentialsVoid(response, text) &&
          (await authenticator.renew?.(request, context))
        ) {
          isRenewed = true;
          attempt--;
          continue;
        }
        return { data: readAnswer(operation, response, text), response };
      } catch (error) {
        const rules = { retries: limits.retries, retryDelay, maxRetryDelay };
        const delay = signal?.aborted ? undefined : delayBeforeRetry(operation, error, attempt, rules);
        log?.(
          delay === undefined
            ? { type: 'failure', ...about, error }
            : { type: 'retry', ...about, error, delay },
        );
        if (delay === undefined) throw error;
        await sleep(delay, signal);
      }
    }
  }
}

/** A service whose first scheme is the session has no challenge to send, so that it says 403 (RFC 9110, 15.5.2). */
function areCredentialsVoid({ status }: Response, text: string): boolean {
  return status === 401 || (status === 403 && text.includes('"Invalid token."'));
}

/** The same key for all attempts of a call. */
function addIdempotencyKey({ id, isKeyed }: OperationDescription, headers: Headers, key?: string): void {
  if (!isKeyed) {
    if (key !== undefined) throw new TypeError(`${id} takes no idempotencyKey.`);
    return;
  }
  if (key !== undefined && !/^[!-~]{1,255}$/.test(key))
    throw new TypeError('An idempotencyKey consists of 1 to 255 visible ASCII characters.');
  if (key !== undefined || !headers.has('Idempotency-Key'))
    headers.set('Idempotency-Key', key ?? makeIdempotencyKey());
}

/** `crypto.randomUUID` is missing on pages without HTTPS. */
function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function checkBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl must be an absolute address with http: or https:.');
  }
  if (url.username || url.password) {
    throw new TypeError('baseUrl must not hold credentials: pass them as `auth`, for example with basic().');
  }
  return url.origin + url.pathname.replace(/\/$/, '');
}

function checkNumbers(numbers: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (!(value >= (name === 'timeout' ? 1 : 0)))
      throw new TypeError(`${name} must be a number, not ${value}.`);
  }
}
