// A server that answers as a test says, for what the real service never does: broken, cut or odd answers.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { createClient, type SnippetStore, type TransportOptions } from 'snippet-store/sdk';
import { freePort } from '../helpers/service.js';

export interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Answer = (response: ServerResponse, received: Received) => unknown;

export interface Server {
  baseUrl: string;
  /** What came in, in order. */
  received: Received[];
}

/** Starts it on a free port until the test ends. */
export async function startServer(test: TestContext, answer: Answer): Promise<Server> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const one = { method, path: url, headers, body: await text(request) };
    received.push(one);
    await answer(response, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** A client of a server that gives these answers one after the other, the last one for all that follow. */
export async function startClient(
  test: TestContext,
  answers: readonly Answer[],
  options: Partial<TransportOptions> = {},
): Promise<{ store: SnippetStore; received: Received[]; baseUrl: string }> {
  let sent = 0;
  const server = await startServer(test, (response, received) => {
    answers[Math.min(sent++, answers.length - 1)]?.(response, received);
  });
  const store = createClient({ baseUrl: server.baseUrl, retryDelay: 1, ...options });
  return { store, ...server };
}

/** @param text JSON, where it is no text */
export const answers =
  (status: number, body: unknown, headers = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

/** What the service answers to a request that came in here. */
export async function forward(url: string, { method = 'GET', path, headers, body }: Received) {
  const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...rest } = headers;
  const init = { method, headers: rest as Record<string, string>, ...(body !== '' && { body }) };
  return fetch(`${url}${path}`, init);
}

export async function sendBack(answer: Response, response: ServerResponse): Promise<void> {
  answer.headers.forEach((value, name) => {
    if (!/^(content-(length|encoding)|connection)$/.test(name)) response.setHeader(name, value);
  });
  response.writeHead(answer.status).end(await answer.text());
}

/** An address where nobody listens. */
export const findClosedUrl = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

export const greeting = {
  id: 1,
  owner: 'alice',
  title: 'Greeting',
  code: 'print("hello")',
  linenos: false,
  language: 'python',
  style: 'friendly',
} as const;
