/** Sends what `fetch` refuses to send or would tidy up: TRACE, odd header bytes, half a body. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface RawRequest {
  method?: string;
  /** As it stands in the request line. */
  path: string;
  headers?: Readonly<Record<string, string | readonly string[]>>;
  body?: string;
  /** Header says that a body comes, and it never does. */
  withholdBody?: boolean;
}

/** @returns the answer, as `fetch` would give it */
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
      text(incoming).then((content) => {
        outgoing.destroy();
        resolve(new Response(content === '' ? null : content, { status, headers: answered }));
      }, reject);
    });
    if (withholdBody) outgoing.flushHeaders();
    // As bytes: Node would send header and text together, and the header's bytes as UTF-8.
    else outgoing.end(Buffer.from(body ?? ''));
  });
}

const toHeader = (value: string | readonly string[]) => (typeof value === 'string' ? value : [...value]);
