/** Sends a request over node:http, which, unlike `fetch`, sends every method and header that it is given. */
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
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

/**
 * @param base scheme, host and port
 * @param timeout milliseconds until an answer has to be there
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
        timeout,
      });
      request.on('timeout', () => request.destroy(new Error(`no answer within ${timeout} ms`)));
      request.on('error', reject);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: joinHeaders(response.headers),
            mediaType: response.headers['content-type']?.split(';')[0]?.trim().toLowerCase(),
            bytes,
            duration: performance.now() - began,
          });
        });
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
        return attempt(request);
      }
    },
    close: () => agent.destroy(),
  };
}

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
