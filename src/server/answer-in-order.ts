/** Begins a request when the answers before it on its connection are sent: a client gets one answer at a time. */
import type { RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Requests that may wait on one connection. Node reads some thousand small ones at once (pipelining, RFC 9112, 9.3.2). */
const MOST_WAITING = 100;

interface Waiting {
  readonly response: ServerResponse;
  begin(): void;
}

/**
 * Node begins all requests that it has read, and keeps their answers until their turn: some kilobytes of requests, on one
 * connection, would be some hundred megabytes of answers. A connection on which too many wait is closed, which its
 * client has to expect (RFC 9112, 9.6).
 */
export function answerInOrder(listener: RequestListener): RequestListener {
  /** What waits on each connection; undefined while no request is under way. */
  const connections = new WeakMap<Duplex, { waiting: Waiting[] | undefined }>();

  function open(socket: Duplex): { waiting: Waiting[] | undefined } {
    const connection = { waiting: undefined };
    connections.set(socket, connection);
    socket.once('close', () => drop(connection));
    return connection;
  }

  return function answerInOrder(request, response) {
    const { socket } = request;
    const connection = connections.get(socket) ?? open(socket);
    const next = () => {
      const following = connection.waiting?.shift();
      if (following) following.begin();
      else connection.waiting = undefined;
    };
    const begin = () => {
      response.once('finish', next);
      listener(request, response);
    };
    if (socket.destroyed) response.emit('close');
    else if (connection.waiting === undefined) {
      connection.waiting = [];
      begin();
    } else {
      connection.waiting.push({ response, begin });
      if (connection.waiting.length > MOST_WAITING) socket.destroy();
    }
  };
}

/** Node tells only the answer whose turn it is that its connection is gone. */
function drop(connection: { waiting: Waiting[] | undefined }): void {
  const { waiting = [] } = connection;
  connection.waiting = undefined;
  for (const { response } of waiting) response.emit('close');
}
