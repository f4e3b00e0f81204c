// A server that answers as a test says, for what the real service never does: broken, cut or odd answers.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

export interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Server {
  baseUrl: string;
  /** What came in, in order. */
  received: Received[];
}

/** Starts it on a free port until the test ends. */
export async function startServer(
  test: TestContext,
  answer: (response: ServerResponse, received: Received) => void,
): Promise<Server> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const one = { method, path: url, headers, body: await text(request) };
    received.push(one);
    answer(response, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** An address where nobody listens. */
export async function findClosedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export const greeting = {
  id: 1,
  owner: 'alice',
  title: 'Greeting',
  code: 'print("hello")',
  linenos: false,
  language: 'python',
  style: 'friendly',
} as const;
