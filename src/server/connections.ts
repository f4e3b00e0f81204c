/** Tracks the open connections of a server, and carries out the requests of each one after the other. */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/** Requests that may wait on one connection. Node reads some thousand small ones at once (pipelining, RFC 9112, 9.3.2). */
const MOST_WAITING = 100;

export interface Connections {
  /**
   * Begins a request when the answers before it on its connection are sent. Node begins all requests that it has read,
   * and keeps their answers until their turn: some kilobytes of requests, on one connection, would be some hundred
   * megabytes of answers. A connection on which too many wait is closed, which its client has to expect (RFC 9112, 9.6).
   */
  inOrder(listener: RequestListener): RequestListener;
  /** The answers under way: their requests have begun, and they are not sent. */
  answers(): ServerResponse[];
  /** Connections that have sent nothing yet. */
  silent(): Socket[];
}

interface Connection {
  answer?: ServerResponse | undefined;
  readonly waiting: { readonly response: ServerResponse; begin(): void }[];
}

export function trackConnections(server: Server): Connections {
  const connections = new Map<Socket, Connection>();
  const handshaking = new Map<string, Socket>();

  function add(socket: Socket): Connection {
    const connection: Connection = { waiting: [] };
    connections.set(socket, connection);
    socket.once('close', () => {
      connections.delete(socket);
      // Node tells only the answer whose turn it is that its connection is gone.
      for (const { response } of connection.waiting) response.emit('close');
    });
    return connection;
  }

  if (server instanceof TlsServer) {
    // The bytes below TLS are those of the handshake; the socket of the request comes with its end.
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      handshaking.set(peer, socket);
      socket.once('close', () => handshaking.delete(peer));
    });
    server.prependListener('secureConnection', (socket) => {
      handshaking.delete(peerOf(socket));
      add(socket);
    });
  } else server.prependListener('connection', add);

  return {
    inOrder: (listener) =>
      function inOrder(request, response) {
        const { socket } = request;
        if (socket.destroyed) {
          response.emit('close');
          return;
        }
        const connection = connections.get(socket) ?? add(socket);
        const next = () => {
          connection.answer = undefined;
          connection.waiting.shift()?.begin();
        };
        const begin = () => {
          connection.answer = response;
          response.once('finish', next);
          listener(request, response);
        };
        if (connection.answer === undefined) begin();
        else if (connection.waiting.push({ response, begin }) > MOST_WAITING) socket.destroy();
      },
    answers: () => [...connections.values()].flatMap(({ answer }) => answer ?? []),
    silent: () => [
      ...handshaking.values(),
      ...[...connections.keys()].filter(({ bytesRead }) => bytesRead === 0),
    ],
  };
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
