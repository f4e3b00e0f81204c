/** A proxy that changes one thing on the way to a server, or on the way back. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeSender, type Sender } from '../../harness/send.js';

export interface Message {
  method: string;
  /** The request target: path and query. */
  target: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** What goes wrong: `request` may change what is forwarded or answer itself, `reply` may change the answer. */
export interface Fault {
  request?(message: Message): Reply | undefined;
  reply?(reply: Reply, message: Message): void;
}

export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

export async function startProxy(upstream: string, fault: Fault): Promise<Proxy> {
  const sender = makeSender(new URL(upstream), 30_000);
  const server = createServer((incoming, outgoing) => {
    forward(sender, fault, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      sender.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function forward(
  sender: Sender,
  fault: Fault,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  // A fault changes bodies, which it could not read when they were compressed.
  const {
    connection: _connection,
    'content-length': _length,
    'accept-encoding': _codings,
    ...headers
  } = incoming.headers;
  const message: Message = {
    method: incoming.method ?? 'GET',
    target: incoming.url ?? '/',
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(chunks),
  };
  const reply = fault.request?.(message) ?? (await pass(sender, message));
  fault.reply?.(reply, message);
  const { connection: _own, 'content-length': _size, 'transfer-encoding': _coding, ...kept } = reply.headers;
  outgoing.writeHead(reply.status, kept);
  outgoing.end(reply.body);
}

async function pass(sender: Sender, { method, target, headers, body }: Message): Promise<Reply> {
  const answer = await sender.send({ method, target, headers, body: body.length > 0 ? body : undefined });
  return { status: answer.status, headers: { ...answer.headers }, body: answer.bytes };
}
