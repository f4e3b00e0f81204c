/** An HTTP server with the parts of src/server/ that a test is about, and raw clients for it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** @param attach adds what the test is about @returns the port */
export async function serveHere(t: TestContext, attach: (server: Server) => void): Promise<number> {
  const server = createServer({ requireHostHeader: false });
  attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export interface Client {
  readonly socket: Socket;
  /** What has come so far. */
  received(): string;
  /** The status codes that have come so far. */
  statuses(): string[];
  readonly closed: Promise<unknown>;
}

export function send(port: number, ...texts: readonly string[]): Client {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => undefined);
  for (const text of texts) socket.write(text);
  return {
    socket,
    received: () => received,
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status = '']) => status),
    closed: new Promise((resolve) => socket.once('close', resolve)),
  };
}

export const get = (path: string, ...headers: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
