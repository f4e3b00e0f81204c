/** Bounds the open connections below the limit of open files, so that the store, the log and the metrics go on. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Log } from '../observability/log.js';
import { warnSeldom } from '../observability/warn-seldom.js';

/** Files beside connections: the store and its pool, threads, the log, the port of the metrics. */
const RESERVED = 250;
/** Connections of one process, however many files it may open: each takes some kilobytes although it is idle. */
const MOST = 10_000;

/** @param openFiles the limit of this process */
export function limitConnections(server: Server, log: Log, openFiles: number = readOpenFilesLimit()): void {
  server.maxConnections = Math.max(Math.min(openFiles - RESERVED, MOST), Math.ceil(openFiles / 2));
  const { maxConnections } = server;
  const warn = warnSeldom(log, 'new connections are dropped: as many as allowed are open');
  server.on('drop', () => warn({ connections: maxConnections }));
}

/** Node.js has raised the soft limit to the hard one. Other systems than Linux have no such file. */
function readOpenFilesLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
