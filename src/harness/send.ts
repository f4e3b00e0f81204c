/** Sends requests over node:http, which, unlike `fetch`, sends every method and header. */
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type Answer, type Case, methodOf, targetOf } from './case.js';
import {
  basicCredential,
  type Credentials,
  credentialsFor,
  readLogin,
  spoil,
  spoilPassword,
} from './credentials.js';
import { codeOf } from './errors.js';
import { makeTunnel } from './proxy.js';
import type { Target } from './run.js';
import { isRepeatable, type WireRequest } from './wire.js';

export interface Connection {
  /** Milliseconds; what has come of a body by then is all of it that is kept. */
  readonly timeout: number;
  readonly proxy?: URL | undefined;
  /** The authorities to trust instead of the usual ones; false trusts everybody. */
  readonly tlsVerify?: boolean | Buffer | undefined;
}

export type Sender = ReturnType<typeof makeSender>;

/** What comes of an answer beyond this is not read. GitHub's description has 13 MB. */
const MOST_BYTES = 64 * 2 ** 20;

/** What every client sends, and many a service asks for. */
const USUAL: Readonly<Record<string, string>> = { 'User-Agent': 'snippet-store-contract', Accept: '*/*' };

/** They may go on for as long as somebody listens (HTML, 9.2). */
const STREAMS =
  /^\s*(text\/event-stream|multipart\/x-mixed-replace|application\/(x-)?(ndjson|jsonl|jsonlines|json-seq|stream\+json))/i;

/** Milliseconds for which every server keeps a connection. */
const STILL_OPEN = 500;

export function makeSender(base: URL, { timeout, proxy, tlsVerify = true }: Connection) {
  const secure = base.protocol === 'https:';
  const trust = typeof tlsVerify === 'boolean' ? { rejectUnauthorized: tlsVerify } : { ca: tlsVerify };
  const makeAgent = (keepAlive: boolean) => {
    if (!secure) return new HttpAgent({ keepAlive });
    return proxy ? makeTunnel(proxy, { keepAlive, ...trust }) : new HttpsAgent({ keepAlive, ...trust });
  };
  const kept = makeAgent(true);
  // A kept connection may be closed by the server just when it is used again after a while: what can be sent once has
  // one of its own then.
  const single = makeAgent(false);
  let answered = Number.NEGATIVE_INFINITY;

  function start(method: string, target: string, headers: Readonly<Record<string, string>>): ClientRequest {
    const isFresh = performance.now() - answered < STILL_OPEN;
    const agent = isRepeatable(method) || isFresh ? kept : single;
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    const usual = Object.entries(USUAL).filter(([name]) => !names.includes(name.toLowerCase()));
    const options = { agent, method, headers: { ...Object.fromEntries(usual), ...headers } };
    if (secure) return httpsRequest(base, { ...options, path: target });
    if (!proxy) return httpRequest(base, { ...options, path: target });
    // A proxy takes the whole address (RFC 9112, 3.2.2).
    const own = {
      Host: base.host,
      ...(proxy.username ? { 'Proxy-Authorization': readLogin(proxy).value } : {}),
    };
    return httpRequest(proxy, {
      ...options,
      path: `${base.origin}${target}`,
      headers: { ...own, ...options.headers },
    });
  }

  function attempt({ method, target, headers, body }: WireRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = body ? { 'Content-Length': String(body.length) } : {};
      const request = start(method, target, { ...headers, ...length });
      let end: () => void = () => request.destroy(new Error(`no answer within ${timeout} ms`));
      const late = setTimeout(() => end(), timeout);
      const fail = (error: Error) => {
        clearTimeout(late);
        reject(error);
      };
      request.on('error', fail);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const finish = (isWhole: boolean) => {
          clearTimeout(late);
          answered = performance.now();
          resolve({ ...readHead(response), isWhole, bytes: Buffer.concat(chunks) });
          if (!isWhole) response.destroy();
        };
        end = () => finish(false);
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > MOST_BYTES) finish(false);
        });
        response.on('error', fail);
        response.on('end', () => finish(true));
        if (STREAMS.test(response.headers['content-type'] ?? '')) finish(false);
      });
      request.end(body);
    });
  }

  return {
    async send(request: WireRequest): Promise<Answer> {
      try {
        return await attempt(request);
      } catch (error) {
        // A second attempt has a connection of its own.
        if (!isRepeatable(request.method) || !['ECONNRESET', 'EPIPE'].includes(codeOf(error))) throw error;
        // When that one is refused, the server is gone since the first: its error is the one that matters.
        return await attempt(request).catch((second: unknown) => {
          throw codeOf(second) === 'ECONNREFUSED' ? error : second;
        });
      }
    },
    close() {
      for (const agent of [kept, single]) agent.destroy();
    },
  };
}

function readHead({ statusCode = 0, headers }: IncomingMessage) {
  const contentType = headers['content-type'];
  const given = contentType?.split(';').find((one) => /charset/i.test(one)) ?? '';
  const [, charset] = /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(given) ?? [];
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]),
    ),
    mediaType: contentType?.split(';')[0]?.trim().toLowerCase(),
    charset: charset?.toLowerCase(),
  };
}

export function writeRequest(target: Target, item: Case): WireRequest {
  const credentials = credentialsOf(target, item);
  const carried = (place: 'header' | 'query') =>
    credentials
      .filter((credential) => credential.in === place)
      .map(({ name, value }) => [name, value] as const);
  const given = [
    ...Object.entries(target.configuration.headers),
    ...carried('header'),
    ...(item.body?.mediaType === undefined ? [] : [['Content-Type', item.body.mediaType] as const]),
    ...Object.entries(item.headers),
  ];
  // Two headers of one name are one, whatever their case.
  const headers = new Map(given.map(([name, value]) => [name.toLowerCase(), [name, value] as const]));
  const [name, own] = headers.get('cookie') ?? ['Cookie', undefined];
  const cookies = Object.entries(item.cookies).map(([key, value]) => `${key}=${value}`);
  // All cookies stand in one header (RFC 6265, 5.4).
  if (cookies.length > 0)
    headers.set('cookie', [name, [...(own === undefined ? [] : [own]), ...cookies].join('; ')]);
  return {
    method: methodOf(item),
    target: targetOf({ ...item, query: [...item.query, ...carried('query')] }),
    headers: Object.fromEntries(headers.values()),
    body: item.body?.bytes,
  };
}

const NOBODY = [basicCredential('nobody', 'wrong')];

function credentialsOf(target: Target, { operation, probe, sender }: Case): Credentials {
  const { other, document, configuration } = target;
  const self = configuration.loginOf(operation) ?? target.self;
  const own = (given: Credentials = []) => credentialsFor(operation, document.schemes, given);
  if (sender === 'nobody') return [];
  if (sender === 'other') return own(other);
  if (probe === 'wrong-password') return own(self).map(spoilPassword);
  if (probe !== 'wrong-credentials') return own(self);
  const given = own(self);
  return (given.length > 0 ? given : NOBODY).map(spoil);
}
