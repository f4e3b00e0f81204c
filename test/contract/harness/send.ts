/** Sends a request over node:http, which, unlike `fetch`, sends every method and header that it is given. */
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Answer } from './answer.js';

export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface Sender {
  send(request: WireRequest): Promise<Answer>;
  close(): void;
}

/** What comes of an answer beyond this is not read. GitHub's description has 13 MB. */
const MOST_BYTES = 64 * 2 ** 20;

/**
 * @param base scheme, host and port
 * @param timeout milliseconds until an answer has to be there; what has come of its body by then is all of it that is kept
 */
export function makeSender(base: URL, timeout: number): Sender {
  const secure = base.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const start = secure ? httpsRequest : httpRequest;

  function attempt({ method, target, headers, body }: WireRequest): Promise<Answer> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const length = body ? { 'Content-Length': String(body.length) } : {};
      const request = start(base, {
        agent,
        method,
        path: target,
        headers: { ...headers, ...length },
      });
      const late = setTimeout(() => {
        if (!answered) return void request.destroy(new Error(`no answer within ${timeout} ms`));
        answered.cut();
      }, timeout);
      let answered: { cut(): void } | undefined;
      const fail = (error: Error) => {
        clearTimeout(late);
        reject(error);
      };
      request.on('error', fail);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        const finish = (isWhole: boolean) => {
          clearTimeout(late);
          resolve({
            ...readHead(response),
            isWhole,
            bytes: Buffer.concat(chunks),
            duration: performance.now() - began,
          });
        };
        const cut = () => {
          finish(false);
          response.destroy();
        };
        answered = { cut };
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > MOST_BYTES) cut();
        });
        response.on('error', fail);
        response.on('end', () => finish(true));
        if (isEndless(response)) cut();
      });
      request.end(body);
    });
  }

  return {
    async send(request) {
      try {
        return await attempt(request);
      } catch (error) {
        // A kept connection may be closed by the server just when it is used again: a second attempt has its own.
        if (!isClosedConnection(error)) throw error;
        // When that one is refused, the server is gone since the first: its error is the one that matters.
        return await attempt(request).catch((second: unknown) => {
          throw isRefused(second) ? error : second;
        });
      }
    },
    close: () => agent.destroy(),
  };
}

function readHead({ statusCode, headers }: IncomingMessage) {
  const [type, ...parameters] = headers['content-type']?.split(';') ?? [];
  const [, charset] =
    /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(parameters.find((one) => /charset/i.test(one)) ?? '') ?? [];
  return {
    status: statusCode ?? 0,
    headers: joinHeaders(headers),
    mediaType: type?.trim().toLowerCase(),
    charset: charset?.toLowerCase(),
  };
}

/** A stream of events goes on for as long as somebody listens (HTML, 9.2). */
const isEndless = ({ headers }: IncomingMessage) =>
  /^\s*text\/event-stream/i.test(headers['content-type'] ?? '');

const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

const isClosedConnection = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

function joinHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
