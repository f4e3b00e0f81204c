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
  signal?.throwIfAborted();
  const controller = new AbortController();
  const end = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', end, { once: true });
  let isLate = false;
  const expire = () => {
    isLate = true;
    controller.abort();
  };
  const timer = setTimeout(expire, Math.min(timeout, LONGEST_TIMER));
  let request: Request | undefined;
  try {
    const prepared = await untilAborted(prepare(controller.signal), controller.signal);
    request = prepared;
    const response = await untilAborted(send(prepared), controller.signal);
    return { request, response, text: await untilAborted(readText(response), controller.signal) };
  } catch (cause) {
    signal?.throwIfAborted();
    const missing = request ? `No whole answer to ${request.method} ${request.url}` : 'No credentials';
    if (isLate) {
      const late = new ConnectionTimeoutError(id, `${missing} within ${timeout} ms`, undefined, cause);
      throw request ? late : new CredentialsError(id, late.detail, undefined, late);
    }
    // Before anything was sent it is the caller's mistake, or the failure to get credentials.
    if (!request) throw cause;
    throw new ConnectionError(id, `${missing}: ${reasonOf(cause)}`, undefined, cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** Unlike `Response.text()` it keeps a byte order mark: it may be the beginning of somebody's code. */
async function readText(response: Response): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
}

export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await untilAborted(pause, signal).finally(() => clearTimeout(timer));
}

/** Settles as `work` does, or rejects with the signal's reason as soon as it is aborted. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
