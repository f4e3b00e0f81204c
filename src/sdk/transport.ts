// Calls operations over fetch: timeouts, repetitions, credentials and typed errors, for any operation.
import type { Calls } from '#generated/sdk/calls.gen.js';
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { attemptCall, type Call, within } from './attempt.js';
import { buildRequest, checkNames, checkNumbers } from './build-request.js';
import type { Answer, CallOptions, Transport } from './call-types.js';
import type { Authenticator, Credentials } from './credentials.js';
import { SnippetStoreError } from './errors.js';
import { delayBeforeRetry, mayBeDone, settleRepetition } from './outcome.js';
import { authorize } from './platform.js';
import { type LogEvent, notify } from './trace.js';

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
   * How often a call is sent again after a failure that passes: no connection, a timeout, 408, 429, 502 and above. Only
   * what is safe to repeat: everything but `login`, `logout` and `createAccessToken`. 2 when left out, 0 for never.
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

const optionNames = 'auth baseUrl fetch headers log maxRetryDelay paths retries retryDelay timeout'.split(
  ' ',
);

/**
 * The client without its methods, for programs that bundle only the operations that they use:
 * `createTransport({ baseUrl }).call(getSnippet, { id: 1 })`.
 *
 * @throws TypeError for an unknown option, a `baseUrl` that is no absolute HTTP address or holds credentials, and a number
 *   that makes no sense
 */
export function createTransport(options: TransportOptions): Transport {
  checkNames('createClient', options, optionNames);
  const settings = { ...options, baseUrl: checkBaseUrl(options.baseUrl) };
  const { timeout: usualTimeout = 30_000, retries: usualRetries = 2 } = options;
  const { retryDelay = 500, maxRetryDelay = 60_000 } = options;
  checkNumbers('createClient', { timeout: usualTimeout, retries: usualRetries, retryDelay, maxRetryDelay });
  const authenticator = toAuthenticator(options.auth);
  const fetchBy = options.fetch ?? ((request) => globalThis.fetch(request));
  let calls = 0;
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
    const { signal, timeout = usualTimeout, retries = usualRetries } = callOptions;
    checkNumbers(operation.id, { timeout, retries });
    const rules = { retries, retryDelay, maxRetryDelay };
    const { url, init } = buildRequest(operation, args, settings, callOptions);
    const about = { call: ++calls, operation: operation.id, method: init.method };
    const trace: LogEvent[] = [];
    const call: Call = {
      ...{ operation, transport, url, init, signal, timeout, authenticator, fetchBy },
      isRenewed: false,
      log(event) {
        const whole = { ...about, ...event };
        trace.push(whole);
        void notify('log', options.log, whole);
      },
    };
    // Whether an attempt may have been done although its answer was lost.
    let isOpen = false;

    for (let attempt = 1; ; attempt++) {
      try {
        return { ...(await attemptCall(call, attempt)), trace };
      } catch (error) {
        const settled = isOpen && (await settleRepetition(transport, operation, args, error, callOptions));
        if (settled) return { ...settled, trace };
        isOpen ||= init.method !== 'GET' && mayBeDone(error);
        const delay = signal?.aborted ? undefined : delayBeforeRetry(operation, error, attempt, rules);
        if (delay === undefined) {
          if (error instanceof SnippetStoreError) {
            Object.assign(error, { mayBeDone: isOpen, trace: [...trace] });
            if (isOpen) error.message += ' (may have been done)';
          }
          call.log({ type: 'failure', url, attempt, error });
          throw error;
        }
        call.log({ type: 'retry', url, attempt, error, delay });
        await within(delay, signal, () => new Promise(() => {}));
      }
    }
  }
}

function checkBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Not quoted: it would show the password.
  if (url?.username || url?.password) throw new TypeError('baseUrl holds credentials: pass them as auth.');
  const fault =
    (!url && 'is not absolute: write http:// or https:// before it') ||
    (!/^https?:/.test(String(url)) && 'is not http(s)') ||
    (/[?#]/.test(text) && 'has a query or a fragment');
  if (!url || fault) throw new TypeError(`baseUrl "${text}" ${fault}.`);
  return url.origin + url.pathname.replace(/\/$/, '');
}

/** Without credentials requests go as they are. */
function toAuthenticator(credentials: Credentials = () => undefined): Authenticator {
  if (typeof credentials !== 'function') {
    if (typeof Object(credentials).authenticate !== 'function')
      throw new TypeError('auth takes a helper such as basic(), or a function.');
    return credentials;
  }
  return {
    async authenticate(request, { operation: { schemes = [] } }) {
      for (const scheme of schemes) {
        const value = await credentials(scheme);
        if (value !== undefined) return authorize(request, value);
      }
      return request;
    },
  };
}
