/** Sends a request and keeps the answer's bytes as they came, where `fetch` would undo their content coding. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface BytesAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

export interface BytesRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function sendBytes(
  baseUrl: string,
  { path, method = 'GET', headers = {}, body }: BytesRequest,
): Promise<BytesAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${baseUrl}${path}`, { method, headers, agent: false });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      const { statusCode: status = 0, headers: answered } = incoming;
      buffer(incoming).then((bytes) => resolve({ status, headers: answered, bytes }), reject);
    });
    outgoing.end(body);
  });
}

/** The text that the bytes are the coding of. */
export function textOf({ headers, bytes }: BytesAnswer): string {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(bytes).toString();
  if (coding === 'gzip') return gunzipSync(bytes).toString();
  if (coding !== undefined) throw new Error(`no coding of these tests: ${coding}`);
  return bytes.toString();
}
