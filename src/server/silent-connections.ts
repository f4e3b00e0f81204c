/** Knows the connections of a server on which no request has begun. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/** @returns a function that gives the open connections on which no byte of a request has been read yet */
export function trackSilent(server: Server): () => Socket[] {
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
