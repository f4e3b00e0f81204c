/** Reaches servers with TLS through a proxy: a tunnel for each connection (RFC 9110, 9.3.6). */
import { request } from 'node:http';
import { Agent, type AgentOptions } from 'node:https';
import { connect } from 'node:tls';
import { readLogin } from './credentials.js';

type Done = (error: Error | null, socket?: ReturnType<typeof connect>) => void;
type Options = Readonly<Record<string, unknown>> & { readonly host: string; readonly port: number };

export function makeTunnel(proxy: URL, options: AgentOptions): Agent {
  const login = proxy.username === '' ? {} : { 'Proxy-Authorization': readLogin(proxy).value };
  const createConnection = (own: Options, done: Done): undefined => {
    const there = `${own.host}:${own.port}`;
    const asked = request(proxy, { method: 'CONNECT', path: there, headers: { Host: there, ...login } });
    asked.on('error', (error) => done(error));
    asked.on('connect', ({ statusCode }, socket) => {
      if (statusCode !== 200) return done(new Error(`the proxy answers ${statusCode}`));
      done(null, connect({ servername: own.host, ...options, ...own, socket }));
    });
    asked.end();
    return undefined;
  };
  // Its types know only those that make a connection at once.
  return Object.assign(new Agent(options), { createConnection });
}
