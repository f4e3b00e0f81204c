// Calls operations over fetch: timeouts, repetitions, credentials and typed errors, for any operation.
import type { Calls } from '#generated/sdk/calls.gen.js';
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { attemptCall, type Call, type FetchBy, within } from './attempt.js';
import { buildRequest, checkNames, optionNames, patience, readNumbers } from './build-request.js';
import type { Answer, CallOptions, HeadersGiven, Transport } from './call-types.js';
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
  /** Sends the requests instead of the platform's `fetch`, with the same arguments. */
  fetch?: FetchBy | undefined;
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
  headers?: HeadersGiven | undefined;
  /** Paths of operations that the deployment has moved, for example `{ createToken: '/token/' }`. */
  paths?: Readonly<{ [Id in keyof Calls]?: string | undefined }> | undefined;
  /** Told of every request, answer, repetition and failure; never with credentials or bodies. */
  log?: ((event: LogEvent) => void) | undefined;
}

/**
 * The client without its methods, for programs that bundle only the operations that they use:
 * `createTransport({ baseUrl }).call(getSnippet, { id: 1 })`.
 *
 * @throws TypeError for an unknown option, a `baseUrl` that is no absolute HTTP address or holds credentials, and a number
 *   that makes no sense
 */
export function createTransport(options: TransportOptions): Transport {
  checkNames('createClient', options, [...optionNames, 'auth', 'baseUrl', 'fetch', 'log', 'paths']);
  const settings = { ...options, baseUrl: checkBaseUrl(options.baseUrl) };
  const usual = readNumbers('createClient', options, patience);
  const authenticator = toAuthenticator(options.auth);
  const fetchBy = options.fetch ?? ((...sent) => globalThis.fetch(...sent));
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
    const rules = readNumbers(operation.id, callOptions, usual);
    const { signal } = callOptions;
    const parts = buildRequest(operation, args, settings, callOptions);
    const { url, method } = parts;
    const about = { call: ++calls, operation: operation.id, method, url };
    let attempt = 0;
    const trace: LogEvent[] = [];
    const call: Call = {
      ...{ operation, transport, parts, signal, authenticator, fetchBy, ...rules },
      isRenewed: false,
      log(event) {
        const whole = { ...about, attempt, ...event };
        trace.push(whole);
        void notify('log', options.log, whole);
      },
    };
    // Whether an attempt may have been done although its answer was lost.
    let isOpen = false;

    for (;;) {
      attempt++;
      try {
        return { ...(await attemptCall(call)), trace };
      } catch (error) {
        const settled = isOpen && (await settleRepetition(transport, operation, args, error, callOptions));
        if (settled) return { ...settled, trace };
        isOpen ||= method !== 'GET' && mayBeDone(error);
        const delay = signal?.aborted ? undefined : delayBeforeRetry(operation, error, attempt, rules);
        if (delay === undefined) {
          if (error instanceof SnippetStoreError) {
            Object.assign(error, { mayBeDone: isOpen, trace: [...trace] });
            if (isOpen) error.message += ' (may have been done)';
          }
          call.log({ type: 'failure', error });
          throw error;
        }
        call.log({ type: 'retry', error, delay });
        await within(delay, signal);
      }
    }
  }
}

/** Not quoted: it would show a password. */
function checkBaseUrl(text: string): string {
  if (!/^https?:\/\/[^?#@]+$/i.test(text)) throw new TypeError('baseUrl takes http(s)://host/path.');
  return new URL(text).href.replace(/\/$/, '');
}

/** Without credentials requests go as they are. */
function toAuthenticator(credentials: Credentials = () => undefined): Authenticator {
  if (typeof credentials !== 'function') {
    if (typeof Object(credentials).authenticate !== 'function')
      throw new TypeError('auth takes a helper or function.');
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
