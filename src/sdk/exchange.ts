// Sends a request once and reads the whole answer, within a time; waits that a signal ends.
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { ConnectionError, ConnectionTimeoutError, CredentialsError, reasonOf } from './errors.js';

export interface Exchange {
  request: Request;
  response: Response;
  text: string;
}

/** Timers cannot hold more: 24 days, which is as good as no limit. */
const LONGEST_TIMER = 2_147_483_647;

/**
 * @param prepare makes the request, with credentials; its failure is passed on as it is
 * @param timeout milliseconds for all of it, the body included
 * @throws ConnectionError when no whole answer came, ConnectionTimeoutError when it took too long
 * @throws the signal's reason when the caller ended it, also when `send` does not heed signals
 */
export async function exchange(
  { id }: OperationDescription,
  prepare: (signal: AbortSignal) => Promise<Request>,
  send: (request: Request) => Promise<Response>,
  { signal, timeout }: { signal: AbortSignal | undefined; timeout: number },
): Promise<Exchange> {
  let request: Request | undefined;
  const missing = () => (request ? `No whole answer to ${request.method} ${request.url}` : 'No credentials');
  const work = async (ending: AbortSignal): Promise<Exchange> => {
    request = await prepare(ending);
    const response = await send(request);
    return { request, response, text: await readText(response) };
  };
  let answer: Exchange | undefined;
  try {
    answer = await within(timeout, signal, work);
  } catch (cause) {
    // Before anything was sent it is the caller's mistake, or the failure to get credentials.
    if (signal?.aborted || !request) throw cause;
    throw new ConnectionError(id, `${missing()}: ${reasonOf(cause)}`, undefined, cause);
  }
  if (answer) return answer;
  throw new (request ? ConnectionTimeoutError : CredentialsError)(id, `${missing()} within ${timeout} ms`);
}

/** Unlike `Response.text()` it keeps a byte order mark: it may be the beginning of somebody's code. */
async function readText(response: Response): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
}

/** @throws the signal's reason as soon as it is aborted */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await within(milliseconds, signal, () => new Promise(() => {}));
}

/**
 * @param work gets a signal that is aborted when nobody waits for it any longer
 * @returns what `work` gives; `undefined` when the time is over
 * @throws the signal's reason as soon as it is aborted
 */
async function within<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (ending: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let stop = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop);
      timer = setTimeout(() => resolve(undefined), Math.min(milliseconds, LONGEST_TIMER));
      work(controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    controller.abort();
  }
}
