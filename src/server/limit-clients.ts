/** Bounds what clients take of a process: connections, and memory for pieces of bodies and for answers not read. */
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { hasBody } from '../http/read-body.js';
import type { Log } from '../observability/log.js';
import { warnSeldom } from '../observability/warn-seldom.js';
import type { Answers } from './answers.js';
import { CRUMBLED } from './refuse.js';

/** Connections of one process, however many files it may open: each takes some kilobytes although it is idle. */
const MOST = 10_000;
const LIMITS = '/proc/self/limits';

/** Takes half of the open files at most: the store and its pool, the log and the metrics need some too. */
export function limitConnections(server: Server, log: Log): void {
  // Node.js has raised the soft limit to the hard one. Other systems than Linux have no such file.
  const limits = existsSync(LIMITS) ? readFileSync(LIMITS, 'utf8') : '';
  const openFiles = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  const connections = Math.min(Math.ceil(openFiles / 2), MOST);
  server.maxConnections = connections;
  const warn = warnSeldom(log, 'new connections are dropped: as many as allowed are open');
  server.on('drop', () => warn({ connections }));
}

/** Clients send pieces of kilobytes. More pieces than these must have so many bytes on average. */
const MOST_PIECES = 1000;
const LEAST_BYTES = 64;

/**
 * A client decides how many pieces a body comes in (chunks, packets, records of TLS). Each is an object of 400 bytes
 * until it is read, whether somebody reads it or not: a body of single bytes would take a hundred times its size.
 */
export function limitPieces(server: Server): void {
  server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request.headers)) return;
    let [pieces, bytes, isRefused] = [0, 0, false];
    const push = request.push.bind(request);
    // Node's parser calls it for each piece, and with null at the end. After false it stops reading.
    request.push = (piece: Buffer | null) => {
      pieces += 1;
      bytes += piece?.length ?? 0;
      if (piece === null || pieces <= MOST_PIECES || bytes >= pieces * LEAST_BYTES) return push(piece);
      if (!isRefused)
        server.emit('clientError', Object.assign(new Error(), { code: CRUMBLED }), request.socket);
      isRefused = true;
      return false;
    };
  });
}

/** Bytes of all answers together that wait for their clients. */
const MOST_BYTES = 64 * 1024 * 1024;
const LOOK_EVERY_MS = 100;
/** Looks after which a client that reads nothing may be cut off: a busy moment is not a refusal to read. */
const PATIENCE = 6;
/** Bytes for which a client has this time. What is written at once seems unread until all of it is read. */
const READ_IN_TIME = 256 * 1024;

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

  function look(): void {
    const open = answers.open();
    let excess = -mostBytes;
    for (const one of open) {
      const { writableLength } = one.answer;
      one.stalled = one.unread > 0 && writableLength >= one.unread ? one.stalled + 1 : 0;
      one.unread = writableLength;
      excess += writableLength;
    }
    if (excess <= 0) return;
    const slowest = open
      .filter(({ unread, stalled }) => unread > 0 && stalled >= PATIENCE * Math.ceil(unread / READ_IN_TIME))
      .sort((a, b) => b.stalled - a.stalled || b.unread - a.unread);
    let [count, bytes] = [0, 0];
    for (const { answer, unread } of slowest) {
      if (bytes >= excess) break;
      answer.destroy();
      count += 1;
      bytes += unread;
    }
    if (count > 0) warn({ count, bytes });
  }

  const timer = setInterval(look, lookEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}
