/** Sends what `fetch` refuses to send or would tidy up: TRACE, odd header bytes, codings of an answer, parts of a request. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface RawRequest {
  method?: string;
  /** As it stands in the request line. */
  path: string;
  headers?: Readonly<Record<string, string | readonly string[]>>;
  body?: string | Buffer | undefined;
  /** Header says that a body comes, and it never does. */
  withholdBody?: boolean;
}

/** @returns the answer, as `fetch` would give it, but with its body as it came */
export function sendRaw(
  baseUrl: string,
  { method = 'GET', path, headers = {}, body, withholdBody = false }: RawRequest,
): Promise<Response> {
  const { hostname, port } = new URL(baseUrl);
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toHeader(value)]));
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers: sent, agent: false });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      const answered = new Headers();
      for (const [name, values] of Object.entries(incoming.headersDistinct)) {
        for (const value of values ?? []) answered.append(name, value);
      }
      const { statusCode: status = 0 } = incoming;
      buffer(incoming).then((content) => {
        outgoing.destroy();
        const isEmpty = content.length === 0;
        resolve(new Response(isEmpty ? null : new Uint8Array(content), { status, headers: answered }));
      }, reject);
    });
    if (withholdBody) outgoing.flushHeaders();
    // As bytes: Node would send header and text together, and the header's bytes as UTF-8.
    else outgoing.end(Buffer.from(body ?? ''));
  });
}

const toHeader = (value: string | readonly string[]) => (typeof value === 'string' ? value : [...value]);

/** The text that the body of an answer is the coding of. */
export async function textOf(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const coding = response.headers.get('Content-Encoding');
  const plain = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''] ?? ((same: Buffer) => same);
  return plain(bytes).toString();
}

/** A connection of its own, on which these texts are sent as they are. @param to a port of this machine, or an address */
export function openSocket(to: number | string, ...texts: readonly (string | Buffer)[]) {
  const port = typeof to === 'number' ? to : Number(new URL(to).port);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setEncoding('latin1');
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => undefined);
  socket.on('end', () => socket.end());
  for (const text of texts) socket.write(text);
  return {
    socket,
    /** What has come so far. */
    received: (): string => received,
    /** The status codes that have come so far. */
    statuses: (): string[] => [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status = '']) => status),
    closed: new Promise<unknown>((resolve) => socket.once('close', resolve)),
  };
}

/** A request that ends with its head. */
export const get = (path: string, ...headers: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
