/** Every request and answer as HTTP Archive 1.2, written while the run goes on. Credentials are left out. */
import { createWriteStream } from 'node:fs';
import type { Exchange } from '../run.js';
import { type Secret, withoutSecrets } from '../secrets.js';

export interface HarWriter {
  add(exchange: Exchange, began: Date): void;
  close(): Promise<void>;
}

/** Characters of a body that are kept. */
const KEPT = 100_000;
const CREATOR =
  '{"log":{"version":"1.2","creator":{"name":"snippet-store-contract","version":"1"},"entries":[\n';

export function openHar(path: string, origin: string, secrets: () => readonly Secret[]): HarWriter {
  const stream = createWriteStream(path);
  stream.write(CREATOR);
  let count = 0;
  return {
    add(exchange, began) {
      stream.write(
        `${count === 0 ? '' : ',\n'}${withoutSecrets(JSON.stringify(entryOf(origin, exchange, began)), secrets())}`,
      );
      count += 1;
    },
    close: () =>
      new Promise((resolve, reject) => {
        stream.on('error', reject);
        stream.end('\n]}}\n', () => resolve());
      }),
  };
}

function entryOf(origin: string, { item, request, answer }: Exchange, began: Date): object {
  const url = new URL(`${origin}${request.target}`);
  const { status, headers, bytes, duration, mediaType } = answer;
  return {
    startedDateTime: began.toISOString(),
    time: duration,
    comment: `${item.phase}: ${item.operation.label}: ${item.about}`,
    request: {
      method: request.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: request.body?.length ?? 0,
      ...(request.body
        ? { postData: { mimeType: item.body?.mediaType ?? '', text: shorten(request.body) } }
        : {}),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(headers),
      content: { size: bytes.length, mimeType: mediaType ?? '', text: shorten(bytes) },
      redirectURL: headers.location ?? '',
      headersSize: -1,
      bodySize: bytes.length,
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
  };
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const shorten = (bytes: Buffer) => bytes.toString('utf8').toWellFormed().slice(0, KEPT);
