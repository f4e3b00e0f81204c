/** Bounds the memory that answers take while their clients do not read them. */
import type { Server, ServerResponse } from 'node:http';
import type { Log } from '../observability/log.js';
import { warnSeldom } from '../observability/warn-seldom.js';
import type { Connections } from './connections.js';

export interface BufferLimit {
  /** Bytes of all answers together that wait for their clients. */
  readonly maxBytes: number;
  /** Milliseconds between two looks at them. */
  readonly everyMs: number;
}

export const BUFFER_LIMIT: BufferLimit = { maxBytes: 64 * 1024 * 1024, everyMs: 200 };

/** What the last look saw of an answer that waited. */
interface Seen {
  readonly bytes: number;
  /** Looks since its client last read anything. */
  readonly stalled: number;
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
 * Looks at the open answers until the server is closed. Beyond the limit it cuts off the clients that have read nothing
 * for the longest time. A client that reads, however slowly, empties its buffer; many quick readers behind one proxy
 * never fill theirs.
 */
export function limitBuffered(
  server: Server,
  { answers }: Pick<Connections, 'answers'>,
  log: Log,
  { maxBytes, everyMs }: BufferLimit = BUFFER_LIMIT,
): void {
  let waiting: ReadonlyMap<ServerResponse, Seen> = new Map();
  const warn = warnSeldom(log, 'cut off clients that do not read');

  function look(): void {
    written = 0;
    const before = waiting;
    waiting = new Map(
      answers().flatMap((response) => {
        const bytes = unread(response);
        const last = before.get(response);
        const stalled = last && bytes >= last.bytes ? last.stalled + 1 : 0;
        return bytes > 0 ? [[response, { bytes, stalled }]] : [];
      }),
    );
    const total = [...waiting.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    if (total > maxBytes) cutOff(total);
  }

  function cutOff(total: number): void {
    const slowest = [...waiting]
      .filter(([, { stalled }]) => stalled >= PATIENCE)
      .sort(([, a], [, b]) => b.stalled - a.stalled || b.bytes - a.bytes);
    let left = total;
    let count = 0;
    for (const [response, { bytes }] of slowest) {
      if (left <= maxBytes) break;
      response.destroy();
      left -= bytes;
      count += 1;
    }
    if (count > 0) warn({ count, bytes: total - left });
  }

  let written = 0;
  server.on('request', (_request, response: ServerResponse) => {
    response.once('prefinish', () => {
      written += unread(response);
      // Between two looks no more than the limit comes in addition.
      if (written > maxBytes) look();
    });
  });
  const timer = setInterval(look, everyMs).unref();
  server.once('close', () => clearInterval(timer));
}
