// A proxy before the real service that spoils requests and answers as it is told.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

interface Message {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What a fault works with. */
interface Spoiled extends SpoilingOptions {
  path: string;
  response: ServerResponse;
  /** Asks the service. */
  deliver(): Promise<Message>;
  others(): Promise<void>;
}

const end = (response: ServerResponse, { status, headers, body }: Partial<Message>) =>
  response
    .writeHead(status ?? 200, { 'content-type': 'text/html', ...headers })
    .end(body ?? '<h1>Proxy</h1>');
const redirect = (response: ServerResponse, location: string) =>
  end(response, { status: 308, headers: { location } });

/** Answers with the first bytes of what the service said, as if it were `length` bytes long. */
async function cut({ response, deliver, others }: Spoiled, length: (whole: number, half: number) => number) {
  const { status, headers, body } = await deliver();
  await others();
  const half = body.subarray(0, body.length >> 1);
  response.writeHead(status, { ...headers, 'content-length': length(body.length, half.length) });
  return await new Promise((resolve) => response.write(half, resolve));
}

/** What can happen to one request and its answer. */
const faults = {
  'passed on': async ({ response, deliver }) => end(response, await deliver()),
  'request lost': async ({ response, others }) => {
    await others();
    response.destroy();
  },
  'answer lost': async ({ response, deliver, others }) => {
    await deliver();
    await others();
    response.destroy();
  },
  'answer late': async ({ deliver, others, late }) => {
    await deliver();
    await others();
    await wait(late);
  },
  'request late': async ({ deliver, others, late }) => {
    await others();
    await wait(late);
    await deliver();
  },
  'delivered twice': async ({ response, deliver }) => {
    const first = await deliver();
    await deliver();
    end(response, first);
  },
  'answer cut off': async (spoiled) => {
    await cut(spoiled, (whole) => whole);
    spoiled.response.destroy();
  },
  'JSON cut off': async (spoiled) => {
    await cut(spoiled, (_, half) => half);
    spoiled.response.end();
  },
  'body stalls': async (spoiled) => {
    await cut(spoiled, (whole) => whole);
    await wait(spoiled.late);
  },
  'page of a proxy': async ({ response, others }) => {
    await others();
    end(response, { status: 502 });
  },
  'page after it was done': async ({ response, deliver, others }) => {
    await deliver();
    await others();
    end(response, { status: 504 });
  },
  portal: async ({ response }) => end(response, {}),
  throttled: async ({ response }) => end(response, { status: 429, headers: { 'retry-after': '0' } }),
  'redirected within the service': async ({ response, path }) =>
    redirect(response, `${path}${path.includes('?') ? '&' : '?'}again=1`),
  'redirected elsewhere': async ({ response, path, elsewhere }) => redirect(response, `${elsewhere}${path}`),
} satisfies Record<string, (spoiled: Spoiled) => Promise<unknown>>;

export type Fault = keyof typeof faults;
export const FAULTS = Object.keys(faults) as Fault[];

export interface SpoilingOptions {
  /** The service. */
  target: string;
  /** Another host, which must never be asked. */
  elsewhere: string;
  /** Chooses what happens to a request. */
  choose(method: string, path: string): Fault;
  /** Milliseconds that a late request is late; more than the client's timeout. */
  late: number;
  /** What others do in the time between a spoiled attempt and the next. */
  meanwhile?(method: string): Promise<void>;
}

/** `close` waits for what is still on its way to the service. */
export async function startSpoilingProxy(
  options: SpoilingOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const { target, choose, meanwhile } = options;
  const underWay = new Set<Promise<unknown>>();
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const body = await buffer(incoming);
    const path = url.replace(/[?&]again=1/, '');
    const fault = url === path ? choose(method, path) : 'passed on';
    const deliver = () => send(`${target}${path}`, method, headers, body);
    const others = async () => meanwhile?.(method);
    const work: Promise<unknown> = faults[fault]({ ...options, path, response, deliver, others });
    underWay.add(work);
    // A test sees a broken proxy as an answer that is lost.
    await work.catch(() => response.destroy()).finally(() => underWay.delete(work));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
      server.close();
      server.closeAllConnections();
    },
  };
}

async function send(
  url: string,
  method: string,
  { host: _, connection: __, ...headers }: IncomingHttpHeaders,
  body: Buffer,
): Promise<Message> {
  const sent = { ...headers, 'accept-encoding': 'identity' };
  const outgoing = request(url, { method, headers: sent, agent: false });
  outgoing.end(body);
  const [answer] = await once(outgoing, 'response');
  const { 'transfer-encoding': ___, connection: ____, ...rest } = answer.headers;
  return { status: answer.statusCode, headers: rest, body: await buffer(answer) };
}
