// A server that answers as a test says, for what the real service never does: broken, cut or odd answers.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { createClient, type TransportOptions } from 'snippet-store/sdk';
import { serve } from '../contract/serve.js';
import { freePort } from '../helpers/service.js';

export interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Answer = (response: ServerResponse, received: Received) => unknown;

/** Starts it on a free port until the test ends; `received` is what came in, in order. */
export async function startServer(test: TestContext, answer: Answer) {
  const received: Received[] = [];
  const { url: baseUrl, close } = await serve(async (request, response) => {
    const { method, url, headers } = request;
    const one = { method, path: url, headers, body: await text(request) };
    received.push(one);
    await answer(response, one);
  });
  test.after(close);
  return { baseUrl, received };
}

/** A client of a server that gives these answers one after the other, the last one for all that follow. */
export async function startClient(
  test: TestContext,
  answers: readonly Answer[],
  options: Partial<TransportOptions> = {},
) {
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

/** Headers that each connection has of its own; `fetch` has decoded the body. */
const ofConnection = /^(host|connection|transfer-encoding|content-(length|encoding))$/;

/** The service at an address, with a network between that loses answers. @returns the address before the network */
export async function startProxy(
  test: TestContext,
  url: string,
  isLost: (received: Received) => boolean,
): Promise<string> {
  const { baseUrl } = await startServer(test, async (response, received) => {
    const { method = 'GET', path, body } = received;
    const headers = new Headers();
    for (const [name, value] of Object.entries(received.headers))
      if (!ofConnection.test(name)) headers.set(name, String(value));
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body !== '' && { body }) });
    if (isLost(received)) return response.destroy();
    answer.headers.forEach((value, name) => {
      if (!ofConnection.test(name)) response.setHeader(name, value);
    });
    return response.writeHead(answer.status).end(await answer.text());
  });
  return baseUrl;
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
