/** Stops an HTTP server without cutting a request off. */
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { Log } from '../observability/log.js';

const DEADLINE_MS = 10_000;
/** How long a quiet connection may still bring a request that was on its way when the stop began. */
const QUIET_MS = 200;

/**
 * @returns a function that stops accepting, lets every request in flight be answered, and resolves when the last
 *   connection is closed
 */
export function prepareStop(server: Server): () => Promise<void> {
  const silentOnes = trackSilent(server);
  let stopping = false;
  const open = new Set<ServerResponse>();
  // First in line, so that the header is set before the application answers.
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (stopping) response.setHeader('Connection', 'close');
    open.add(response);
    response.once('close', () => open.delete(response));
  });

  return () =>
    new Promise((resolve) => {
      stopping = true;
      for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close');
      // http.Server's close would cut idle connections at once, with them a request that is just arriving.
      NetServer.prototype.close.call(server, () => {
        clearInterval(sweep);
        resolve();
      });
      const sweep = setInterval(() => {
        server.closeIdleConnections();
        // Node counts a connection that never sent a byte as busy.
        for (const socket of silentOnes()) socket.destroy();
      }, QUIET_MS);
    });
}

/** @returns a function that answers the open connections on which no byte of a request has come yet */
function trackSilent(server: Server): () => Socket[] {
  const sockets = new Set<Socket>();
  const handshaking = new Map<string, Socket>();
  const add = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  if (server instanceof TlsServer) {
    // The bytes below TLS are those of the handshake; the socket of the request comes with its end.
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      handshaking.set(peer, socket);
      socket.once('close', () => handshaking.delete(peer));
    });
    server.on('secureConnection', (socket) => {
      handshaking.delete(peerOf(socket));
      add(socket);
    });
  } else server.on('connection', add);
  return () => [...handshaking.values(), ...[...sockets].filter(({ bytesRead }) => bytesRead === 0)];
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Waits for SIGTERM, SIGINT or `ask`, then stops.
 *
 * @param stop resolves when everything is closed
 * @param worker a worker of several, which group signals (Ctrl+C) may reach beside the primary's request: only the
 *   primary takes a second one for impatience
 * @returns resolves when stopped; past the deadline, or at a second signal, the process exits with 1
 */
export function untilStopped(log: Log, stop: () => Promise<void>, worker = false): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopping = false;
    const giveUp = (reason: string) => {
      log.fatal({ reason }, 'stopped at once: requests in flight are cut off');
      process.exit(1);
    };
    const begin = (reason: string) => {
      if (stopping) return worker ? undefined : giveUp(`${reason} again`);
      stopping = true;
      log.info({ reason }, 'stopping after the requests in flight');
      const deadline = setTimeout(giveUp, DEADLINE_MS, `not done after ${DEADLINE_MS} ms`);
      stop()
        .then(() => {
          log.info('stopped');
          resolve();
        }, reject)
        .finally(() => clearTimeout(deadline));
    };
    process.on('SIGTERM', begin);
    process.on('SIGINT', begin);
    if (worker) process.on('message', (message) => message === 'stop' && begin('asked by the primary'));
  });
}
