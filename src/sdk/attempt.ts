// One attempt of a call: sends it with credentials, follows redirections, and renews credentials that are refused.
import type { RequestParts } from './build-request.js';
import type { OutgoingRequest } from './call-types.js';
import type { Authenticator, CredentialsContext } from './credentials.js';
import { AuthenticationError, ConnectionError, ConnectionTimeoutError, CredentialsError } from './errors.js';
import { reasonOf } from './outcome.js';
import { findRedirect, readAnswer } from './read-answer.js';
import type { AttemptEvent } from './trace.js';

/** Timers cannot hold more: 24 days, which is as good as no limit. */
const LONGEST_TIMER = 2_147_483_647;

/** The platform's `fetch`, or the program's. */
export type FetchBy = (url: string, init: OutgoingRequest) => Promise<Response>;

/** What all attempts of one call have in common. */
export interface Call extends CredentialsContext {
  readonly parts: RequestParts;
  readonly authenticator: Authenticator;
  readonly fetchBy: FetchBy;
  readonly log: (event: AttemptEvent) => void;
  readonly signal: AbortSignal | undefined;
  readonly timeout: number;
  /** Once a call. */
  isRenewed: boolean;
}

/** @throws SnippetStoreError when the answer is none, or no success */
export async function attemptCall(call: Call): Promise<{ data: unknown; response: Response }> {
  const { operation, authenticator } = call;
  let { url } = call.parts;
  for (let redirects = 0; ; ) {
    const { request, response, text } = await sendOnce(call, url);
    const target = findRedirect(operation, response, url, redirects);
    if (target !== undefined) {
      url = target;
      redirects++;
      continue;
    }
    try {
      return { data: readAnswer(operation, response, text, url), response };
    } catch (error) {
      if (call.isRenewed || !(error instanceof AuthenticationError)) throw error;
      call.isRenewed = true;
      if (!(await authenticator.renew?.(request, call))) throw error;
    }
  }
}

/**
 * The whole answer, its body included, within the timeout.
 *
 * @throws ConnectionError when no whole answer came, CredentialsError when there were no credentials to send
 * @throws the signal's reason when the caller ended it, also when `fetch` does not heed signals
 */
async function sendOnce(call: Call, url: string) {
  const { operation, signal, timeout, log, parts } = call;
  /** 0 before it. */
  let sentAt = 0;
  const work = async (ending: AbortSignal) => {
    const bare = { ...parts, url, headers: new Headers(parts.headers), signal: ending };
    const request = await call.authenticator.authenticate(bare, call);
    sentAt = Date.now();
    log({ type: 'request', url });
    const response = await call.fetchBy(request.url, request);
    const bytes = await response.arrayBuffer();
    // Unlike `text()` it keeps a byte order mark: it may be the beginning of somebody's code.
    return { request, response, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
  };
  try {
    const answer = await within(timeout, signal, work);
    if (!answer) throw new ConnectionTimeoutError(operation, url, `No whole answer within ${timeout} ms`);
    const { status, headers } = answer.response;
    log({
      type: 'response',
      url,
      status,
      requestId: headers.get('x-request-id') ?? undefined,
      milliseconds: Date.now() - sentAt,
    });
    return answer;
  } catch (cause) {
    if (signal?.aborted || (sentAt && cause instanceof ConnectionTimeoutError)) throw cause;
    const [Missing, what] = sentAt ? [ConnectionError, 'whole answer'] : [CredentialsError, 'credentials'];
    throw new Missing(operation, url, `No ${what}: ${reasonOf(cause)}`, undefined, cause);
  }
}

type Stop = (reason: unknown) => void;

/** What a signal stops. It has one listener, however many calls wait: Node warns of more than ten. */
const waiting = new WeakMap<EventTarget, Set<Stop>>();

function stopAll(this: AbortSignal): void {
  for (const stop of waiting.get(this) ?? []) stop(this.reason);
}

/**
 * @param work without it the time is waited for; it gets a signal that is aborted when nobody waits for it any longer
 * @returns what `work` gives; `undefined` when the time is over
 * @throws the signal's reason as soon as it is aborted, also when `work` does not heed signals
 */
export async function within<Result>(
  milliseconds: number,
  given: AbortSignal | undefined,
  work?: (ending: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const ending = new AbortController();
  const signal = given ?? ending.signal;
  signal.throwIfAborted();
  const stops = waiting.get(signal) ?? new Set();
  waiting.set(signal, stops);
  let stop: Stop = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      stop = reject;
      stops.add(stop);
      signal.addEventListener('abort', stopAll);
      timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_TIMER), undefined);
      work?.(ending.signal).then(resolve, reject);
    });
  } finally {
    stops.delete(stop);
    if (!stops.size) signal.removeEventListener('abort', stopAll);
    clearTimeout(timer);
    ending.abort();
  }
}
