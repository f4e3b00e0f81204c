// A proxy before the real service that spoils requests and answers as it is told.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** What happens to one request and its answer. */
export type Fault =
  | 'passed on'
  | 'request lost'
  | 'answer lost'
  | 'answer late'
  | 'request late'
  | 'delivered twice'
  | 'answer cut off'
  | 'JSON cut off'
  | 'body stalls'
  | 'page of a proxy'
  | 'page after it was done'
  | 'portal'
  | 'throttled'
  | 'redirected within the service'
  | 'redirected elsewhere';

export interface SpoilingProxy {
  url: string;
  /** Waits for what is still on its way to the service. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

interface Message {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface SpoilingOptions {
  /** The service. */
  target: string;
  /** Another host, which must never be asked. */
  elsewhere: string;
  /** Chooses what happens to a request. */
  choose(method: string, path: string): Fault;
  /** Milliseconds that a late request is late; more than the client's timeout. */
  late?: number;
  /** What others do in the time between a spoiled attempt and the next. */
  meanwhile?(method: string): Promise<void>;
}

export async function startSpoilingProxy(options: SpoilingOptions): Promise<SpoilingProxy> {
  const { target, elsewhere, choose, late = 500, meanwhile } = options;
  const underWay = new Set<Promise<unknown>>();
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const body = await buffer(incoming);
    const isFollowed = url.includes('again=1');
    const path = url.replace(/[?&]again=1/, '');
    const deliver = () => send(`${target}${path}`, method, headers, body);
    const fault = isFollowed ? 'passed on' : choose(method, path);
    const work = spoil(fault, path, deliver, response, async () => meanwhile?.(method));
    underWay.add(work);
    // A test sees a broken proxy as an answer that is lost.
    await work.catch(() => response.destroy()).finally(() => underWay.delete(work));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await Promise.allSettled(underWay);
    },
  };

  async function spoil(
    fault: Fault,
    path: string,
    deliver: () => Promise<Message>,
    response: ServerResponse,
    others: () => Promise<void>,
  ): Promise<void> {
    const pass = ({ status, headers, body }: Message) => response.writeHead(status, headers).end(body);
    const page = (status: number) =>
      response.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>Not the service</h1>');
    const redirect = (location: string) => response.writeHead(308, { Location: location }).end();
    switch (fault) {
      case 'passed on':
        return void pass(await deliver());
      case 'request lost':
        await others();
        return void response.destroy();
      case 'answer lost':
        await deliver();
        await others();
        return void response.destroy();
      case 'answer late':
        await deliver();
        await others();
        return await wait(late);
      case 'request late':
        await others();
        await wait(late);
        return void (await deliver());
      case 'delivered twice': {
        const first = await deliver();
        await deliver();
        return void pass(first);
      }
      case 'answer cut off': {
        const { status, headers, body } = await deliver();
        await others();
        response.writeHead(status, { ...headers, 'content-length': body.length + 1 });
        return void response.write(body.subarray(0, body.length >> 1), () => response.destroy());
      }
      case 'JSON cut off': {
        const { status, headers, body } = await deliver();
        await others();
        const half = body.subarray(0, body.length >> 1);
        return void response.writeHead(status, { ...headers, 'content-length': half.length }).end(half);
      }
      case 'body stalls': {
        const { status, headers, body } = await deliver();
        response.writeHead(status, { ...headers, 'content-length': body.length + 1 });
        response.write(body);
        return await wait(late);
      }
      case 'page of a proxy':
        await others();
        return void page(502);
      case 'page after it was done':
        await deliver();
        await others();
        return void page(504);
      case 'portal':
        return void page(200);
      case 'throttled':
        response.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': '0' });
        return void response.end('{"detail":"Request was throttled."}');
      case 'redirected within the service':
        return void redirect(`${path}${path.includes('?') ? '&' : '?'}again=1`);
      case 'redirected elsewhere':
        return void redirect(`${elsewhere}${path}`);
    }
  }
}

async function send(
  url: string,
  method: string,
  { host: _, connection: __, ...headers }: IncomingHttpHeaders,
  body: Buffer,
): Promise<Message> {
  const outgoing = request(url, {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    agent: false,
  });
  outgoing.end(body);
  const [answer] = await once(outgoing, 'response');
  const { 'transfer-encoding': ___, connection: ____, ...rest } = answer.headers;
  return { status: answer.statusCode, headers: rest, body: await buffer(answer) };
}
