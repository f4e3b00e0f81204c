// One attempt of a call: sends it with credentials, follows redirections, and renews credentials that are refused.
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import type { RequestParts } from './build-request.js';
import type { Transport } from './call-types.js';
import type { Authenticator } from './credentials.js';
import { CredentialsError, RedirectError, reasonOf } from './errors.js';
import { type Exchange, exchange } from './exchange.js';
import { findRedirect, readAnswer } from './read-answer.js';
import type { Attempt, LogEvent } from './trace.js';

type About = 'call' | 'operation' | 'method' | 'traceparent';
type WithoutAbout<Event> = Event extends unknown ? Omit<Event, About> : never;

/** What all attempts of one call have in common. */
export interface Call extends RequestParts {
  readonly operation: OperationDescription;
  readonly transport: Transport;
  readonly authenticator: Authenticator;
  readonly fetchBy: (request: Request) => Promise<Response>;
  readonly log: (event: WithoutAbout<LogEvent>) => void;
  readonly signal: AbortSignal | undefined;
  readonly timeout: number;
  /** Every request that was sent. */
  readonly attempts: Attempt[];
  /** Once a call. */
  isRenewed: boolean;
}

/** How many redirections an attempt follows. */
const MOST_REDIRECTS = 5;

/** @throws SnippetStoreError when the answer is none, or no success */
export async function attemptCall(
  call: Call,
  attempt: number,
): Promise<{ data: unknown; response: Response }> {
  const { operation } = call;
  let { url } = call;
  for (let redirects = 0; ; ) {
    const { request, response, text } = await sendOnce(call, url, attempt);
    const target = findRedirect(operation, response, url);
    if (target === undefined) {
      if (await renewCredentials(call, request, response, text)) continue;
      return { data: readAnswer(operation, response, text), response };
    }
    if (++redirects > MOST_REDIRECTS)
      throw new RedirectError(
        operation.id,
        `More than ${MOST_REDIRECTS} redirections from ${call.url}.`,
        response,
      );
    url = target;
  }
}

async function sendOnce(call: Call, url: string, attempt: number): Promise<Exchange> {
  const { operation, transport, authenticator, log } = call;
  const sent: Attempt = { url, sentAt: 0 };
  const prepare = async (signal: AbortSignal) => {
    const request = new Request(url, { ...call.init, signal });
    try {
      return await authenticator.authenticate(request, { operation, transport });
    } catch (cause) {
      throw new CredentialsError(operation.id, `No credentials: ${reasonOf(cause)}`, undefined, cause);
    }
  };
  const send = (request: Request) => {
    sent.sentAt = Date.now();
    call.attempts.push(sent);
    log({ type: 'request', url, attempt });
    return call.fetchBy(request);
  };
  const answer = await exchange(operation, prepare, send, call);
  sent.status = answer.response.status;
  sent.requestId = answer.response.headers.get('x-request-id') ?? undefined;
  sent.milliseconds = Date.now() - sent.sentAt;
  log({ type: 'response', attempt, ...sent });
  return answer;
}

/** @returns whether it is worth sending the request again */
async function renewCredentials(
  call: Call,
  request: Request,
  { status }: Response,
  text: string,
): Promise<boolean> {
  const { authenticator, operation, transport } = call;
  // A service whose first scheme is the session has no challenge to send, so that it says 403 (RFC 9110, 15.5.2).
  const isRefused = status === 401 || (status === 403 && text.includes('"Invalid token."'));
  if (!isRefused || call.isRenewed || !authenticator.renew) return false;
  call.isRenewed = true;
  return await authenticator.renew(request, { operation, transport });
}
