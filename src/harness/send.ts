/** Sends requests over node:http, which, unlike `fetch`, sends every method and header; keeps to a rate, waits after 429. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Case, methodOf, targetOf } from './case.js';
import { basicCredential, type Credentials, spoil, spoilPassword } from './credentials.js';
import { CannotRun, codeOf } from './errors.js';
import type { Target } from './run.js';

export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export type Sender = ReturnType<typeof makeSender>;

/** What comes of an answer beyond this is not read. GitHub's description has 13 MB. */
const MOST_BYTES = 64 * 2 ** 20;

/** @param timeout milliseconds; what has come of a body by then is all of it that is kept */
export function makeSender(base: URL, timeout: number) {
  const secure = base.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const start = secure ? httpsRequest : httpRequest;

  function attempt({ method, target, headers, body }: WireRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = body ? { 'Content-Length': String(body.length) } : {};
      const request = start(base, { agent, method, path: target, headers: { ...headers, ...length } });
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
        // A stream of events goes on for as long as somebody listens (HTML, 9.2).
        if (/^\s*text\/event-stream/i.test(response.headers['content-type'] ?? '')) finish(false);
      });
      request.end(body);
    });
  }

  return {
    async send(request: WireRequest): Promise<Answer> {
      try {
        return await attempt(request);
      } catch (error) {
        // A kept connection may be closed by the server just when it is used again: a second attempt has its own.
        if (!['ECONNRESET', 'EPIPE'].includes(codeOf(error))) throw error;
        // When that one is refused, the server is gone since the first: its error is the one that matters.
        return await attempt(request).catch((second: unknown) => {
          throw codeOf(second) === 'ECONNREFUSED' ? error : second;
        });
      }
    },
    close: () => agent.destroy(),
  };
}

function readHead({ statusCode = 0, headers }: IncomingMessage) {
  const [type, ...parameters] = headers['content-type']?.split(';') ?? [];
  const given = parameters.find((one) => /charset/i.test(one)) ?? '';
  const [, charset] = /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(given) ?? [];
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]),
    ),
    mediaType: type?.trim().toLowerCase(),
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

function credentialsOf({ self, other }: Target, { probe, sender }: Case): Credentials {
  if (sender === 'nobody') return [];
  if (sender === 'other') return other ?? [];
  if (probe === 'wrong-password') return (self ?? []).map(spoilPassword);
  return probe === 'wrong-credentials' ? (self ?? NOBODY).map(spoil) : (self ?? []);
}

export const TOO_MANY_REQUESTS = 429;

export interface RateLimit {
  readonly requests: number;
  readonly period: number;
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** @param text `100/m`, `5/s`, or with a length of time, `60/5s` */
export function readRateLimit(text: string): RateLimit {
  const [, count, times = '1', unit = ''] = /^(\d+)\/(\d*)(s|m|h|d)$/.exec(text.trim()) ?? [];
  const { [unit]: length = 0 } = UNITS;
  const limit = { requests: Number(count), period: Number(times === '' ? '1' : times) * length };
  if (limit.requests > 0 && limit.period > 0) return limit;
  throw new CannotRun(
    `--rate-limit takes a number of requests per time, such as 100/m or 60/5s, not ${text}.`,
  );
}

/** @returns what waits before each request, so that a window of the server never sees more than the limit */
export function makePace(limit: RateLimit | undefined): () => Promise<void> {
  let next = 0;
  return async () => {
    if (!limit) return;
    const now = performance.now();
    const start = Math.max(now, next);
    next = start + limit.period / limit.requests;
    if (start > now) await sleep(start - now);
  };
}

/** Milliseconds. */
const LONGEST_WAIT = 60_000;
const MOST_WAITED = 300_000;

/** @returns what waits after 429 as `Retry-After` asks (RFC 9110, 10.2.3); its answer is false when that is no use */
export function makeWait(): (answer: Answer) => Promise<boolean> {
  let waited = 0;
  return async ({ headers }) => {
    const asked = headers['retry-after']?.trim() ?? '1';
    const time = /^\d+$/.test(asked) ? Number(asked) * 1000 : Math.max(Date.parse(asked) - Date.now(), 0);
    // What is neither a number nor a date is no time.
    if (Number.isNaN(time) || time > LONGEST_WAIT || waited > MOST_WAITED) return false;
    // A little more: the server counts whole seconds.
    waited += time + 50;
    await sleep(time + 50);
    return true;
  };
}
