// One attempt of a call: sends it with credentials, follows redirections, and renews credentials that are refused.
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import type { RequestParts } from './build-request.js';
import type { Authenticator, CredentialsContext } from './credentials.js';
import { CredentialsError, reasonOf } from './errors.js';
import { type Exchange, exchange } from './exchange.js';
import { findRedirect, readAnswer } from './read-answer.js';
import type { LogEvent } from './trace.js';

type About = 'call' | 'operation' | 'method' | 'traceparent';
type WithoutAbout<Event> = Event extends unknown ? Omit<Event, About> : never;

/** What all attempts of one call have in common. */
export interface Call extends RequestParts {
  readonly operation: OperationDescription;
  readonly context: CredentialsContext;
  readonly authenticator: Authenticator;
  readonly fetchBy: (request: Request) => Promise<Response>;
  readonly log: (event: WithoutAbout<LogEvent>) => void;
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
      if (await authenticator.renew?.(request, call.context)) continue;
    }
    return { data: readAnswer(operation, response, text), response };
  }
}

/** A service whose first scheme is the session has no challenge to send, so that it says 403 (RFC 9110, 15.5.2). */
function areCredentialsVoid({ status }: Response, text: string): boolean {
  return status === 401 || (status === 403 && text.includes('"Invalid token."'));
}

async function sendOnce(call: Call, url: string, attempt: number): Promise<Exchange> {
  const { operation, log } = call;
  let sentAt = 0;
  const prepare = async (signal: AbortSignal) => {
    const request = new Request(url, { ...call.init, signal });
    try {
      return await call.authenticator.authenticate(request, call.context);
    } catch (cause) {
      throw new CredentialsError(operation.id, `No credentials: ${reasonOf(cause)}`, undefined, cause);
    }
  };
  const send = (request: Request) => {
    sentAt = performance.now();
    log({ type: 'request', url, attempt });
    return call.fetchBy(request);
  };
  const answer = await exchange(operation, prepare, send, call);
  const { status, headers } = answer.response;
  const requestId = headers.get('x-request-id') ?? undefined;
  const milliseconds = Math.round(performance.now() - sentAt);
  log({ type: 'response', url, attempt, status, requestId, milliseconds });
  return answer;
}
