// Sends a request once and reads the whole answer, within a time.
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { ConnectionError, TimeoutError } from './errors.js';
import { readText } from './read-answer.js';
import { untilAborted } from './wait.js';

export interface Exchange {
  request: Request;
  response: Response;
  text: string;
}

/** Timers cannot hold more: what is longer counts as no limit. */
const LONGEST_TIMER = 2_147_483_647;

/**
 * @param prepare makes the request, with credentials; its failure is passed on as it is
 * @param timeout milliseconds for all of it, the body included
 * @throws ConnectionError when no whole answer came, TimeoutError when it took too long
 * @throws the signal's reason when the caller ended it, also when `send` does not heed signals
 */
export async function exchange(
  { id }: OperationDescription,
  prepare: (signal: AbortSignal) => Promise<Request>,
  send: (request: Request) => Promise<Response>,
  { signal, timeout }: { signal: AbortSignal | undefined; timeout: number },
): Promise<Exchange> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const end = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', end, { once: true });
  let isLate = false;
  const expire = () => {
    isLate = true;
    controller.abort();
  };
  const timer = timeout <= LONGEST_TIMER ? setTimeout(expire, timeout) : undefined;
  let request: Request | undefined;
  try {
    const prepared = await untilAborted(prepare(controller.signal), controller.signal);
    request = prepared;
    const response = await untilAborted(send(prepared), controller.signal);
    return { request, response, text: await untilAborted(readText(response), controller.signal) };
  } catch (cause) {
    signal?.throwIfAborted();
    const missing = request ? `No whole answer to ${request.method} ${request.url}` : 'No credentials';
    if (isLate) throw new TimeoutError(id, `${missing} within ${timeout} ms`, cause);
    // Before anything was sent it is the caller's mistake, or the failure to get credentials.
    if (!request) throw cause;
    throw new ConnectionError(id, missing, cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
