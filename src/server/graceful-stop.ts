/** Stops an HTTP server without cutting a request off. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '../scheduling/with-timeout.js';
import type { Answers } from './answers.js';

/** After so long without a new connection, none waits to be accepted. */
const QUIET_MS = 200;
/** Under load that does not end, the service stops accepting all the same. */
const LONGEST_ACCEPT_MS = 3_000;
const LONGEST_ANSWER_MS = 8_000;

/**
 * @returns accepts the connections that wait, lets every answer under way be sent, and resolves when the last connection
 *   is closed. What is not sent after some seconds is cut off.
 */
export function prepareStop(
  server: Server,
  answers: Pick<Answers, 'open' | 'endConnections'>,
): () => Promise<void> {
  /** By the address of the client: the connection of TLS takes the place of the one that it runs on. */
  const connections = new Map<string, Socket>();
  let accepted = 0;
  const add = (socket: Socket) => {
    const client = `${socket.remoteAddress} ${socket.remotePort}`;
    connections.set(client, socket);
    socket.once('close', () => connections.get(client) === socket && connections.delete(client));
  };
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    add(socket);
  });
  server.on('secureConnection', add);

  /** libuv accepts one connection in a turn of the loop, and closing the listener would reset those that wait. */
  async function acceptWaiting(): Promise<void> {
    const deadline = performance.now() + LONGEST_ACCEPT_MS;
    for (let seen = -1; seen !== accepted && performance.now() < deadline; ) {
      seen = accepted;
      await sleep(QUIET_MS);
    }
  }

  return async function stop() {
    answers.endConnections();
    await acceptWaiting();
    const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
    const deadline = performance.now() + LONGEST_ANSWER_MS;
    while (!(await withTimeout(QUIET_MS, closed, false))) {
      const isLate = performance.now() > deadline;
      const busy = new Set(isLate ? [] : answers.open().map(({ answer }) => answer.req.socket));
      // Node counts a connection on which nothing has come as busy.
      for (const socket of connections.values()) if (!busy.has(socket)) socket.destroy();
    }
  };
}
