/** Requests near to those of the specification: a right one, spoiled in some places, or bytes that are hardly HTTP. */
import fc from 'fast-check';
import { readSpecification } from '#src/contract/read-specification.js';
import { operationsOf } from '#src/contract/specification.js';
import { openSocket } from '../helpers/send.js';

const CHARACTERS = [
  ...'aZ09 \t\r\n\0%&=;,:/?#[]{}()<>"\'\\.*+-_@!~^|\u0300\u0315\ufdfa\u202eé😀\x7f\x01',
  ...['%00', '%41', '%zz', '%F0%9F', '../', '\r\n'],
];
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
const JSONS = '{} [] null {"code":"x"} {"code":1} {"code":"\\u0000"} {"code":"\\ud800"} { "'.split(' ');
const FORMS = 'code=x code= code=%00 code=%FF &&& username=a&password=b code=x&code=y = %'.split(' ');

export interface Nonsense {
  readonly bytes: Buffer;
  /** Statuses that the operation declares. */
  readonly declared: readonly string[];
  /** An answer must come. */
  readonly isWhole: boolean;
}

const operations = Object.entries(readSpecification().paths).flatMap(([path, item]) =>
  operationsOf(item).map(([method, { requestBody, responses }]) => ({
    ...{ path, method: method.toUpperCase(), hasBody: requestBody !== undefined },
    declared: Object.keys(responses),
  })),
);

/** Up to so many characters that make careless code fail. */
const text = (longest: number) =>
  fc
    .array(fc.constantFrom(...CHARACTERS), { minLength: 1, maxLength: longest, size: 'max' })
    .map((all) => all.join(''));
/** As a request line or a header can hold it. */
const clean = (longest: number) => text(longest).map((dirty) => dirty.replace(/[^\x21-\x7e]/g, '%'));
const encoded = (longest: number) => text(longest).map((some) => encodeURIComponent(some.toWellFormed()));
/** The first as often as the share says. */
const mostly = <T>(share: number, usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: share * 100, arbitrary: usual }, { weight: 100 - share * 100, arbitrary: other });
const nothing = fc.constant('');

const segment = mostly(0.7, fc.oneof(fc.nat(50), fc.nat(3000)).map(String), encoded(8));
const query = fc
  .tuple(mostly(0.7, fc.constantFrom('q', 'limit', 'after', 'order', 'format'), clean(4)), clean(40))
  .map(([name, value]) => `?${name}=${value}`);
const headerLine = fc
  .tuple(fc.constantFrom(...HEADERS), mostly(0.6, fc.constantFrom(...VALUES), clean(60)))
  .map(([name, value]) => `${name}: ${value}`);

// What is refused reaches no store: half of the texts are harmless.
const snippets = mostly<object>(
  0.5,
  fc.record({ code: fc.nat(9).map((n) => `print(${n})`), language: fc.constantFrom('python', 'json') }),
  fc.record({ code: text(300), title: text(5), language: mostly(0.8, fc.constant('python'), text(5)) }),
).map((fields) => JSON.stringify(fields));
const json = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...JSONS) },
  { weight: 1, arbitrary: fc.nat(5000).map((depth) => '['.repeat(depth)) },
  { weight: 6, arbitrary: snippets },
);
const form = mostly(
  0.5,
  fc.constantFrom(...FORMS),
  encoded(300).map((code) => `code=${code}`),
);
const multipart = fc
  .tuple(mostly(0.8, nothing, clean(9)), text(10), mostly(0.9, fc.constant('--b--\r\n'), fc.constant('--b')))
  .map(
    ([more, value, end]) =>
      `--b\r\nContent-Disposition: form-data; name="code"${more}\r\n\r\n${value}\r\n${end}`,
  );
const body = fc.oneof(
  { weight: 3, arbitrary: json.map((content) => ({ type: 'application/json', content })) },
  form.map((content) => ({ type: 'application/x-www-form-urlencoded', content })),
  multipart.map((content) => ({ type: 'multipart/form-data; boundary=b', content })),
  fc.record({ type: clean(20), content: text(300) }),
);

type Break = readonly [way: number, place: number, byte: number];

/** Cut off, doubled (pipelined), or with one byte changed. */
function breakBytes(bytes: Buffer, [way, place, byte]: Break): Buffer {
  const at = place % bytes.length;
  if (way === 0) return bytes.subarray(0, at);
  if (way === 1) return Buffer.concat([bytes, bytes]);
  const changed = Buffer.from(bytes);
  changed[at] = byte;
  return changed;
}

export function nonsenseOf(credentials: readonly string[]): fc.Arbitrary<Nonsense> {
  const request = fc
    .record({
      operation: fc.constantFrom(...operations),
      method: mostly(0.9, nothing, fc.constantFrom('HEAD', 'PATCH', 'OPTIONS', 'TRACE', 'FOO', 'get', ' ')),
      segment,
      rest: fc.tuple(mostly(0.9, nothing, clean(12)), mostly(0.6, nothing, query)),
      authorization: mostly(0.6, fc.constantFrom(...credentials), nothing),
      accept: fc.constantFrom('text/html', '*/*', ''),
      sent: body,
      isSent: mostly(0.9, fc.constant(true), fc.constant(false)),
      spoiled: mostly(0.7, fc.constant<string[]>([]), fc.array(headerLine, { minLength: 1, maxLength: 3 })),
      broken: mostly<Break | undefined>(
        0.9,
        fc.constant(undefined),
        fc.tuple(fc.nat(2), fc.nat(999), fc.nat(255)),
      ),
    })
    .map(({ operation, method, segment, rest, authorization, accept, sent, isSent, spoiled, broken }) => {
      const headers = ['Host: 127.0.0.1', 'Connection: close'];
      if (authorization) headers.push(`Authorization: ${authorization}`);
      if (accept) headers.push(`Accept: ${accept}`);
      const content = isSent === operation.hasBody ? sent.content : '';
      if (content)
        headers.push(`Content-Type: ${sent.type}`, `Content-Length: ${Buffer.byteLength(content)}`);
      const path = operation.path.replace(/\{[^{}]+\}/g, segment) + rest.join('');
      const line = `${method || operation.method} ${path} HTTP/1.1`;
      const bytes = Buffer.from(`${[line, ...headers, ...spoiled].join('\r\n')}\r\n\r\n${content}`);
      const { declared } = operation;
      if (broken) return { bytes: breakBytes(bytes, broken), declared, isWhole: false };
      return { bytes, declared, isWhole: spoiled.length === 0 };
    });
  const bytes = text(400).map((some) => ({ bytes: Buffer.from(some), declared: [], isWhole: false }));
  return mostly<Nonsense>(0.95, request, bytes);
}

/** What may be half a request is ended by the sender after so many milliseconds. */
const SILENCE_MS = 300;

/**
 * Sends them on a connection of their own.
 *
 * @param latest milliseconds after which the sender gives up
 * @returns the statuses, how many of them are repetitions of a create, and how long it took
 */
export async function exchange(to: string, { bytes, isWhole }: Nonsense, latest: number) {
  const began = performance.now();
  const { socket, received, statuses, closed } = openSocket(to, bytes);
  // An unfinished request gets no answer, and the server waits for its rest, as it must.
  const silence = setTimeout(() => socket.end(), isWhole ? latest : SILENCE_MS);
  const limit = setTimeout(() => socket.destroy(), latest);
  await closed;
  clearTimeout(silence);
  clearTimeout(limit);
  const final = statuses().map(Number);
  const replays = received().match(/\r\nIdempotency-Replayed: true\r/gi)?.length ?? 0;
  return { statuses: final.filter((status) => status >= 200), replays, ms: performance.now() - began };
}

/** 501 and 505 are what no operation declares: unknown transfer codings, other versions. Nothing excuses a 500. */
export function isDeclared({ declared }: Nonsense, status: number): boolean {
  if (status === 500) return false;
  return status < 500 || status === 501 || status === 505 || declared.includes(String(status));
}
