/** Stops an HTTP server without cutting a request off. */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withTimeout } from '../scheduling/with-timeout.js';
import type { Connections } from './connections.js';

/** How long a quiet connection may still bring a request that was on its way when the stop began. */
const QUIET_MS = 200;
/**
 * Turns of the event loop without a new connection after which none is waiting to be accepted. libuv accepts one
 * connection in a turn, and closing a listening socket resets those that wait: clients have sent requests on them.
 */
const IDLE_TURNS = 10;
/** Under load that does not end, the service stops accepting all the same. */
const LONGEST_ACCEPT_MS = 3_000;

export interface GracefulStop {
  /** Wraps the application: requests that come while the stop accepts connections are handled afterwards. */
  admit(listener: RequestListener): RequestListener;
  /**
   * Accepts the connections that wait, lets every request in flight be answered, and resolves when the last connection
   * is closed.
   */
  stop(): Promise<void>;
}

export function prepareStop(
  server: Server,
  { answers, silent }: Pick<Connections, 'answers' | 'silent'>,
): GracefulStop {
  const held: (() => void)[] = [];
  let state: 'serving' | 'accepting' | 'closing' = 'serving';
  let accepted = 0;
  server.on('connection', () => accepted++);
  // First in line, so that the header is set before the application answers.
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (state !== 'serving') response.setHeader('Connection', 'close');
  });

  async function acceptWaiting(): Promise<void> {
    const deadline = performance.now() + LONGEST_ACCEPT_MS;
    let seen = accepted;
    for (let turns = 0; turns < IDLE_TURNS; turns++) {
      if (performance.now() > deadline) return;
      await nextTurn();
      if (accepted !== seen) [seen, turns] = [accepted, -1];
    }
  }

  async function sweep(): Promise<void> {
    const before = new Set(silent());
    // In these turns bytes that have arrived are read, however busy the event loop is.
    for (let turns = 0; turns < IDLE_TURNS; turns++) await nextTurn();
    server.closeIdleConnections();
    // Node counts a connection that never sent a byte as busy.
    for (const socket of silent()) if (before.has(socket)) socket.destroy();
  }

  return {
    admit: (listener) => (request, response) => {
      // Work on new requests would make each turn long, and a turn accepts one connection.
      if (state === 'accepting') held.push(() => response.closed || listener(request, response));
      else listener(request, response);
    },
    async stop() {
      state = 'accepting';
      for (const response of answers()) if (!response.headersSent) response.setHeader('Connection', 'close');
      await acceptWaiting();
      state = 'closing';
      const closed = new Promise<true>((resolve) => {
        // http.Server's close would cut idle connections at once, with them a request that is just arriving.
        NetServer.prototype.close.call(server, () => resolve(true));
      });
      for (const handle of held) handle();
      while (!(await withTimeout(QUIET_MS, closed, false))) await sweep();
    },
  };
}
