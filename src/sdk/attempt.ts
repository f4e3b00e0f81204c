// One attempt of a call: sends it with credentials, follows redirections, and renews credentials that are refused.
import type { RequestParts } from './build-request.js';
import type { Authenticator, CredentialsContext } from './credentials.js';
import { ConnectionError, ConnectionTimeoutError, CredentialsError } from './errors.js';
import { reasonOf } from './outcome.js';
import { findRedirect, readAnswer } from './read-answer.js';
import type { AttemptEvent } from './trace.js';

/** Timers cannot hold more: 24 days, which is as good as no limit. */
const LONGEST_TIMER = 2_147_483_647;

/** What all attempts of one call have in common. */
export interface Call extends RequestParts, CredentialsContext {
  readonly authenticator: Authenticator;
  readonly fetchBy: (request: Request) => Promise<Response>;
  readonly log: (event: AttemptEvent) => void;
  readonly signal: AbortSignal | undefined;
  readonly timeout: number;
  /** Once a call. */
  isRenewed: boolean;
}

/** @throws SnippetStoreError when the answer is none, or no success */
export async function attemptCall(
  call: Call,
  attempt: number,
): Promise<{ data: unknown; response: Response }> {
  const { operation, authenticator } = call;
  let { url } = call;
  for (let redirects = 0; ; ) {
    const { request, response, text } = await sendOnce(call, url, attempt);
    const target = findRedirect(operation, response, url, redirects);
    if (target !== undefined) {
      url = target;
      redirects++;
      continue;
    }
    if (!call.isRenewed && areCredentialsVoid(response, text)) {
      call.isRenewed = true;
      if (await authenticator.renew?.(request, call)) continue;
    }
    return { data: readAnswer(operation, response, text, url), response };
  }
}

/** A service whose first scheme is the session has no challenge to send, so that it says 403 (RFC 9110, 15.5.2). */
function areCredentialsVoid({ status }: Response, text: string): boolean {
  return status === 401 || (status === 403 && text.includes('"Invalid token."'));
}

/**
 * The whole answer, its body included, within the timeout.
 *
 * @throws ConnectionError when no whole answer came, CredentialsError when there were no credentials to send
 * @throws the signal's reason when the caller ended it, also when `fetch` does not heed signals
 */
async function sendOnce(call: Call, url: string, attempt: number) {
  const { operation, signal, timeout, log } = call;
  /** 0 before it. */
  let sentAt = 0;
  const work = async (ending: AbortSignal) => {
    const bare = new Request(url, { ...call.init, signal: ending });
    let request: Request;
    try {
      request = await call.authenticator.authenticate(bare, call);
    } catch (cause) {
      throw new CredentialsError(operation, url, `No credentials: ${reasonOf(cause)}`, undefined, cause);
    }
    sentAt = performance.now();
    log({ type: 'request', url, attempt });
    const response = await call.fetchBy(request);
    const bytes = await response.arrayBuffer();
    // Unlike `text()` it keeps a byte order mark: it may be the beginning of somebody's code.
    return { request, response, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
  };
  let answer: Awaited<ReturnType<typeof work>> | undefined;
  try {
    answer = await within(timeout, signal, work);
  } catch (cause) {
    // Before anything was sent it is the caller's mistake, or the failure to get credentials.
    if (signal?.aborted || !sentAt) throw cause;
    throw new ConnectionError(operation, url, `No whole answer: ${reasonOf(cause)}`, undefined, cause);
  }
  if (!answer) {
    const Late = sentAt ? ConnectionTimeoutError : CredentialsError;
    throw new Late(operation, url, `No whole answer within ${timeout} ms`);
  }
  const { status, headers } = answer.response;
  log({
    type: 'response',
    url,
    attempt,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    milliseconds: Math.round(performance.now() - sentAt),
  });
  return answer;
}

/**
 * @param work gets a signal that is aborted when nobody waits for it any longer
 * @returns what `work` gives; `undefined` when the time is over
 * @throws the signal's reason as soon as it is aborted, also when `work` does not heed signals
 */
export async function within<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (ending: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: ending.signal });
      timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_TIMER), undefined);
      work(ending.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}
