/** Requests near to those of the specification: a right one, spoiled in some places, or bytes that are hardly HTTP. */
import { readSpecification } from '#src/contract/read-specification.js';
import { METHODS as OPERATIONS } from '#src/contract/specification.js';
import { openSocket } from '../helpers/send.js';
import type { Random } from './random.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'FOO', 'get', ''];
const HEADERS = (
  'Accept,Accept-Encoding,Content-Type,Content-Encoding,Content-Length,Transfer-Encoding,Cookie,Host,If-Match,' +
  'If-None-Match,Idempotency-Key,Origin,Referer,Expect,Range,Connection,TE,X-Forwarded-For,X-Forwarded-Proto,' +
  'X-Request-Id,X-CSRFToken,Authorization,Upgrade,Via'
).split(',');
const VALUES = (
  'text/html;application/json;*/*;gzip;br;identity;chunked;0;-1;5;99999999999;"1";W/"1";*;close;keep-alive;' +
  '100-continue;h2c;bytes=0-1;null;http://a.invalid;sessionid=x;Basic YTpi;Basic !;Token x;Bearer x;OAuth a="b";' +
  'multipart/form-data'
).split(';');
const JSONS = [
  '{}',
  '[]',
  'null',
  '{"code":"x"}',
  '{"code":1}',
  '{"code":"\\u0000"}',
  '{"code":"\\ud800"}',
  '{',
  '"',
];
const FORMS = 'code=x code= code=%00 code=%FF &&& username=a&password=b code=x&code=y = %'.split(' ');

export interface Nonsense {
  readonly bytes: Buffer;
  /** Statuses that the operation declares. */
  readonly declared: readonly string[];
  /** An answer must come. */
  readonly isWhole: boolean;
}

const { paths, components } = readSpecification();
const operations = Object.entries(paths).flatMap(([path, item]) =>
  OPERATIONS.flatMap((method) => {
    const operation = item[method];
    const body = JSON.stringify(operation?.requestBody ?? '');
    const [, name = ''] = /#\/components\/requestBodies\/(\w+)/.exec(body) ?? [];
    const content = Object(Reflect.get(Object(Reflect.get(components, 'requestBodies')), name)).content;
    const types = Object.keys(content ?? Object(operation?.requestBody).content ?? {});
    const declared = Object.keys(operation?.responses ?? {});
    return operation ? [{ path, method: method.toUpperCase(), types, declared }] : [];
  }),
);

export function makeNonsense(random: Random, credentials: readonly string[]): Nonsense {
  if (random.chance(0.05)) return { bytes: Buffer.from(random.text(400)), declared: [], isWhole: false };
  const { path, method, types, declared } = random.pick(operations);
  const headers = ['Host: 127.0.0.1', 'Connection: close'];
  if (random.chance(0.6)) headers.push(`Authorization: ${random.pick(credentials)}`);
  if (random.chance(0.5)) headers.push(`Accept: ${random.chance(0.5) ? 'text/html' : '*/*'}`);
  const body = makeBody(random, types);
  if (body) headers.push(`Content-Type: ${body.type}`, `Content-Length: ${Buffer.byteLength(body.text)}`);
  const isSpoiled = random.chance(0.3);
  for (let i = isSpoiled ? random.below(3) : -1; i >= 0; i--)
    headers.push(
      `${random.pick(HEADERS)}: ${random.chance(0.6) ? random.pick(VALUES) : clean(random.text(60))}`,
    );
  const line = `${random.chance(0.1) ? random.pick(METHODS) : method} ${makePath(random, path)} HTTP/1.1`;
  const bytes = Buffer.from(`${[line, ...headers].join('\r\n')}\r\n\r\n${body?.text ?? ''}`);
  if (!random.chance(0.1)) return { bytes, declared, isWhole: !isSpoiled };
  return { bytes: breakBytes(random, bytes), declared, isWhole: false };
}

function makePath(random: Random, path: string): string {
  const filled = path.replace(/\{[^{}]+\}/g, () =>
    random.chance(0.7)
      ? String(random.below(random.pick([50, 3000])))
      : encodeURIComponent(random.text(8).toWellFormed()),
  );
  if (random.chance(0.1)) return `${filled}${clean(random.text(12))}`;
  if (!random.chance(0.4)) return filled;
  const name = random.chance(0.7)
    ? random.pick(['q', 'limit', 'after', 'order', 'format'])
    : clean(random.text(4));
  return `${filled}?${name}=${clean(random.text(40))}`;
}

/** As a request line or a header can hold it. */
const clean = (text: string) => text.replace(/[^\x21-\x7e]/g, '%');

function makeBody(random: Random, types: readonly string[]): { type: string; text: string } | undefined {
  if (types.length === 0 && random.chance(0.9)) return undefined;
  const type = random.chance(0.9) && types.length > 0 ? random.pick(types) : clean(random.text(20));
  const isMultipart = type === 'multipart/form-data';
  return { type: isMultipart ? `${type}; boundary=b` : type, text: makeText(random, type) };
}

function makeText(random: Random, type: string): string {
  if (type === 'application/json') {
    if (random.chance(0.4)) return random.pick(JSONS);
    if (random.chance(0.1)) return '['.repeat(random.below(5000));
    const language = random.chance(0.2) ? random.text(5) : 'python';
    // What is refused reaches no store: half of the texts are harmless.
    if (random.chance(0.5)) return JSON.stringify({ code: `print(${random.below(9)})`, language });
    return JSON.stringify({ code: random.text(random.pick([10, 300])), title: random.text(5), language });
  }
  if (type === 'multipart/form-data') {
    const more = random.chance(0.2) ? clean(random.text(9)) : '';
    const part = `--b\r\nContent-Disposition: form-data; name="code"${more}\r\n\r\n${random.text(10)}`;
    return `${part}\r\n--b${random.chance(0.9) ? '--\r\n' : ''}`;
  }
  const text = random.text(random.pick([10, 300]));
  return random.chance(0.5) ? random.pick(FORMS) : `code=${encodeURIComponent(text.toWellFormed())}`;
}

/** Cut off, doubled (pipelined), or with one byte changed. */
function breakBytes(random: Random, bytes: Buffer): Buffer {
  const way = random.below(3);
  if (way === 0) return bytes.subarray(0, random.below(bytes.length));
  if (way === 1) return Buffer.concat([bytes, bytes]);
  const changed = Buffer.from(bytes);
  changed[random.below(changed.length)] = random.below(256);
  return changed;
}

/** What may be half a request is ended by the sender after so many milliseconds. */
const SILENCE_MS = 300;

export interface Exchange {
  readonly statuses: readonly number[];
  /** Of these, the repetitions of a create. */
  readonly replays: number;
  readonly ms: number;
}

/** Sends them on a connection of their own. @param latest milliseconds after which the sender gives up */
export async function exchange(to: string, { bytes, isWhole }: Nonsense, latest: number): Promise<Exchange> {
  const began = performance.now();
  const { socket, received, statuses, closed } = openSocket(to, bytes);
  // An unfinished request gets no answer, and the server waits for its rest, as it must.
  const silence = setTimeout(() => socket.end(), isWhole ? latest : SILENCE_MS);
  const limit = setTimeout(() => socket.destroy(), latest);
  await closed;
  clearTimeout(silence);
  clearTimeout(limit);
  const final = statuses()
    .map(Number)
    .filter((status) => status >= 200);
  const replays = received().match(/\r\nIdempotency-Replayed: true\r/gi)?.length ?? 0;
  return { statuses: final, replays, ms: performance.now() - began };
}

/** 501 and 505 are what no operation declares: unknown transfer codings, other versions. Nothing excuses a 500. */
export function isDeclared({ declared }: Nonsense, status: number): boolean {
  if (status === 500) return false;
  return status < 500 || status === 501 || status === 505 || declared.includes(String(status));
}
