/** A proxy that changes answers on the way back. */
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Served, serve } from '../serve.js';

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Changes the reply to a request. */
export type Fault = (reply: Reply, asked: { method: string; target: string }) => void;

export function startProxy(upstream: string, fault: Fault): Promise<Served> {
  return serve(async (incoming, outgoing) => {
    // A fault changes bodies, which it could not read when they were compressed.
    const { 'accept-encoding': _codings, ...headers } = incoming.headers;
    const { method = '', url: target = '' } = incoming;
    const sent = request(new URL(target, upstream), { method, headers });
    incoming.pipe(sent);
    const [answer] = await once(sent, 'response');
    const { 'content-length': _length, 'transfer-encoding': _coding, ...kept } = answer.headers;
    const reply = { status: answer.statusCode, headers: kept, body: await buffer(answer) };
    fault(reply, { method, target });
    outgoing.writeHead(reply.status, reply.headers).end(reply.body);
  });
}
