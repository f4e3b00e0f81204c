/** Bounds what clients take of a process: its connections, and memory for answers that they do not read. */
import { existsSync, readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Log } from '../observability/log.js';
import { warnSeldom } from '../observability/warn-seldom.js';
import type { Answers } from './answers.js';

/** Files beside connections: the store and its pool, threads, the log, the port of the metrics. */
const RESERVED = 250;
/** Connections of one process, however many files it may open: each takes some kilobytes although it is idle. */
const MOST = 10_000;
const LIMITS = '/proc/self/limits';

/** Stays below the limit of open files, so that the store, the log and the metrics go on. */
export function limitConnections(server: Server, log: Log): void {
  // Node.js has raised the soft limit to the hard one. Other systems than Linux have no such file.
  const limits = existsSync(LIMITS) ? readFileSync(LIMITS, 'utf8') : '';
  const openFiles = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  const connections = Math.max(Math.min(openFiles - RESERVED, MOST), Math.ceil(openFiles / 2));
  server.maxConnections = connections;
  const warn = warnSeldom(log, 'new connections are dropped: as many as allowed are open');
  server.on('drop', () => warn({ connections }));
}

/** Bytes of all answers together that wait for their clients. */
const MOST_BYTES = 64 * 1024 * 1024;
const LOOK_EVERY_MS = 100;
/** Looks after which a client that reads nothing may be cut off: a busy moment is not a refusal to read. */
const PATIENCE = 6;
/** Bytes for which a client has this time. What is written at once seems unread until all of it is read. */
const READ_IN_TIME = 256 * 1024;

/** What the last look saw of an answer that waited. */
interface Seen {
  readonly bytes: number;
  /** Looks since its client last read anything. */
  readonly stalled: number;
}

/**
 * Looks at the open answers until the server is closed. Beyond the limit it cuts off the clients that have read nothing
 * for the longest time.
 */
export function limitUnread(
  server: Server,
  answers: Pick<Answers, 'open'>,
  log: Log,
  { mostBytes = MOST_BYTES, lookEveryMs = LOOK_EVERY_MS } = {},
): void {
  const warn = warnSeldom(log, 'cut off clients that do not read');
  let seen = new Map<ServerResponse, Seen>();

  function look(): void {
    const before = seen;
    let excess = -mostBytes;
    seen = new Map();
    for (const { answer, writtenBefore } of answers.open()) {
      const bytes = unread(answer, writtenBefore);
      const last = before.get(answer);
      seen.set(answer, { bytes, stalled: last && bytes >= last.bytes ? last.stalled + 1 : 0 });
      excess += bytes;
    }
    if (excess <= 0) return;
    const slowest = [...seen]
      .filter(([, { bytes, stalled }]) => bytes > 0 && stalled >= PATIENCE * Math.ceil(bytes / READ_IN_TIME))
      .sort(([, a], [, b]) => b.stalled - a.stalled || b.bytes - a.bytes);
    let [clients, cut] = [0, 0];
    for (const [answer, { bytes }] of slowest) {
      if (cut >= excess) break;
      answer.destroy();
      clients += 1;
      cut += bytes;
    }
    if (clients > 0) warn({ count: clients, bytes: cut });
  }

  const timer = setInterval(look, lookEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}

/** What waits here for the client: in the buffers of its connection, or still to be written to it. */
function unread(response: ServerResponse, writtenBefore: number): number {
  const { writableLength, socket } = response;
  const length = Number(response.getHeader('Content-Length') ?? 0);
  const left = response.headersSent && socket ? length - (socket.bytesWritten - writtenBefore) : 0;
  return Math.max(left, 0) + writableLength;
}
