/** Bounds the memory that answers take while their clients do not read them. */
import type { Server, ServerResponse } from 'node:http';
import type { Log } from '../observability/log.js';

export interface BufferLimit {
  /** Bytes of all answers together that wait for their clients. */
  readonly maxBytes: number;
  /** Milliseconds between two looks at them. */
  readonly everyMs: number;
}

export const BUFFER_LIMIT: BufferLimit = { maxBytes: 64 * 1024 * 1024, everyMs: 200 };

/** What the last look saw of an answer. */
interface Seen {
  /** undefined before the first look. */
  bytes: number | undefined;
  /** Looks since its client last read anything. */
  stalled: number;
}

/** Looks after which a client that reads nothing may be cut off: a busy moment is not a refusal to read. */
const PATIENCE = 3;

/**
 * Bytes that the client has not taken yet. One long write counts as a whole in `writableLength` until its end; only the
 * handle tells how much of it is left, by which Node's own time-outs judge a socket too.
 */
function unread({ writableLength, socket }: ServerResponse): number {
  const handle: unknown = socket && Reflect.get(socket, '_handle');
  if (typeof handle !== 'object' || handle === null || !('writeQueueSize' in handle)) return writableLength;
  const left = Number(handle.writeQueueSize);
  return writableLength > 0 && left > 0 ? Math.min(writableLength, left) : writableLength;
}

/**
 * Beyond the limit it cuts off the clients that have read nothing for the longest time. A client that reads, however
 * slowly, empties its buffer; many quick readers behind one proxy never fill theirs.
 */
export function limitBuffered(
  server: Server,
  log: Log,
  { maxBytes, everyMs }: BufferLimit = BUFFER_LIMIT,
): void {
  const answers = new Map<ServerResponse, Seen>();
  server.on('request', (_request, response) => {
    answers.set(response, { bytes: undefined, stalled: 0 });
    response.once('close', () => answers.delete(response));
  });

  function look(): void {
    let total = 0;
    for (const [response, seen] of answers) {
      const bytes = unread(response);
      seen.stalled = bytes > 0 && bytes >= (seen.bytes ?? Number.POSITIVE_INFINITY) ? seen.stalled + 1 : 0;
      seen.bytes = bytes;
      total += bytes;
    }
    if (total > maxBytes) cutOff(total);
  }

  function cutOff(total: number): void {
    const slowest = [...answers]
      .filter(([, { stalled }]) => stalled >= PATIENCE)
      .sort(([, a], [, b]) => b.stalled - a.stalled || (b.bytes ?? 0) - (a.bytes ?? 0));
    let left = total;
    let count = 0;
    for (const [response, { bytes }] of slowest) {
      if (left <= maxBytes) break;
      response.destroy();
      left -= bytes ?? 0;
      count += 1;
    }
    if (count > 0) log.warn({ connections: count, bytes: total - left }, 'cut off clients that do not read');
  }

  const timer = setInterval(look, everyMs).unref();
  server.once('close', () => clearInterval(timer));
}
