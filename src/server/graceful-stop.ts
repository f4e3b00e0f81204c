/** Stops an HTTP server without cutting a request off. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Answers } from './answers.js';

/** After so long without a new connection, none waits to be accepted. */
const QUIET_MS = 200;
/** Under load that does not end, the service stops accepting all the same. */
const LONGEST_ACCEPT_MS = 3_000;
const LONGEST_ANSWER_MS = 8_000;

/**
 * @returns accepts the connections that wait, lets every answer under way be sent, and closes the other connections.
 *   What is not sent after some seconds is cut off.
 */
export function prepareStop(
  server: Server,
  answers: Pick<Answers, 'open' | 'endConnections'>,
): () => Promise<void> {
  // Node closes none on which nothing has come, or whose handshake of TLS is under way.
  const connections = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });

  /** libuv accepts one connection in a turn of the loop, and closing the listener would reset those that wait. */
  async function acceptWaiting(): Promise<void> {
    const deadline = performance.now() + LONGEST_ACCEPT_MS;
    for (let seen = -1; seen !== accepted && performance.now() < deadline; ) {
      seen = accepted;
      await sleep(QUIET_MS);
    }
    // Connections still come: the listener is closed right after a turn that has accepted none.
    for (let seen = -1; seen !== accepted && performance.now() < deadline + QUIET_MS; ) {
      seen = accepted;
      await nextTurn();
    }
  }

  return async function stop() {
    answers.endConnections();
    await acceptWaiting();
    const closed = new Promise((resolve) => server.close(resolve));
    const deadline = performance.now() + LONGEST_ANSWER_MS;
    while (answers.open().length > 0 && performance.now() < deadline) await sleep(QUIET_MS);
    for (const socket of connections) socket.destroy();
    await closed;
  };
}
