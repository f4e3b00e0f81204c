/** How much of a body is read, and what a body that is too large, coded, slow or cut off costs others. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { basicHeader, startApp, type TestUser, tokenHeader } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';
import { openSocket } from '../helpers/send.js';
import { until } from '../helpers/until.js';
import { BOUNDARY, field, form, useSnippetApp } from '../pipeline/parsing/bodies.js';

const LIMIT = 5_000;
const LOGIN_LIMIT = 16_384;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const CODE = '{"code":"print(1)"}';
const headOf = ({ Authorization = '' }, ...lines: string[]) =>
  ['POST /snippets/ HTTP/1.1', 'Host: localhost', `Authorization: ${Authorization}`, ...lines, '', ''].join(
    '\r\n',
  );
const tooLarge = (bytes: number) => ({ detail: `Request body is too large: at most ${bytes} bytes.` });

describe('a body', () => {
  const app = useSnippetApp({ env: { MAX_BODY_BYTES: String(LIMIT) } });

  it('may be as large as the deployment allows, and not a byte larger, with a length and in chunks', async () => {
    const bodyOf = (bytes: number) => Buffer.from(`${CODE}${' '.repeat(bytes - CODE.length)}`);
    for (const make of [bodyOf, (bytes: number) => new Blob([bodyOf(bytes)]).stream()]) {
      assert.equal((await app.post({ headers: JSON_TYPE, body: make(LIMIT) })).status, 201);
      const refused = await app.post({ headers: JSON_TYPE, body: make(LIMIT + 1) });
      assert.equal(refused.status, 413);
      assert.deepEqual(await refused.json(), tooLarge(LIMIT));
    }
  });

  it('is 415 in every content coding but identity', async () => {
    for (const coding of ['gzip', 'br', 'deflate', 'snappy', 'gzip, gzip', '__proto__']) {
      const headers = { ...JSON_TYPE, 'Content-Encoding': coding };
      const response = await app.post({ headers, body: gzipSync(CODE) });
      assert.equal(response.status, 415);
      assert.deepEqual(await response.json(), { detail: `Unsupported media type "${coding}" in request.` });
    }
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'identity' };
    assert.equal((await app.post({ headers, body: CODE })).status, 201);
  });

  const head = (...lines: string[]) => headOf(tokenHeader(app.alice), ...lines);

  /** The statuses of the first answers to these bytes. */
  async function statusesOf(count: number, ...bytes: (string | Buffer)[]): Promise<string[]> {
    const { socket, statuses } = openSocket(app.url, ...bytes);
    await until(`${count} answers`, () => statuses().length === count);
    socket.destroy();
    return statuses();
  }

  it('is refused by a declared length that overflows 32 bits', async () => {
    const lines = ['Content-Type: application/json', 'Content-Length: 4294967296'];
    assert.deepEqual(await statusesOf(1, head(...lines), '{}'), ['413']);
  });

  it('is read to its end when it is refused, so that the connection can serve the next request', async () => {
    const rest = Buffer.alloc(1_000_000, 'x');
    const next = '\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    for (const [type, status] of [
      ['application/json', '413'],
      ['text/plain', '415'],
    ] as const) {
      const first = head(`Content-Type: ${type}`, 'Transfer-Encoding: chunked');
      const bytes = [first, `${rest.length.toString(16)}\r\n`, rest, next];
      assert.deepEqual(await statusesOf(2, ...bytes), [status, '200']);
    }
  });

  it('is asked for with 100 only when it is read, and else its connection is closed', async () => {
    const EXPECT = ['Expect: 100-continue', `Content-Length: ${CODE.length}`];
    for (const [statuses, status, ...lines] of [
      [['401'], '401', 'Content-Type: application/json', `Authorization: Token ${'0'.repeat(40)}`, ...EXPECT],
      [['415'], '415', 'Content-Type: text/plain', ...EXPECT],
      [['413'], '413', 'Content-Type: application/json', 'Expect: 100-continue', 'Content-Length: 5001'],
      [['100', '201'], '201', 'Content-Type: application/json', ...EXPECT],
    ] as const) {
      const known = status === '401' ? [] : [`Authorization: ${tokenHeader(app.alice).Authorization}`];
      const first = ['POST /snippets/ HTTP/1.1', 'Host: localhost', ...known, ...lines, '', ''].join('\r\n');
      const client = openSocket(app.url, first);
      await until('an answer', () => client.statuses().length === 1);
      if (status === '201') client.socket.write(CODE);
      else await client.closed;
      await until('the last answer', () => client.statuses().length === statuses.length);
      assert.deepEqual(client.statuses(), statuses);
      client.socket.destroy();
    }
  });

  const LONG = 'Content-Length: 1000';
  const CHUNKED = 'Transfer-Encoding: chunked';
  const partial = `--${BOUNDARY}\r\n${field('code', 'stolen')}`;
  for (const [name, type, length, body] of [
    ['JSON shorter than its length', 'application/json', LONG, '{"code":"stolen"}'],
    ['a form shorter than its length', 'application/x-www-form-urlencoded', LONG, 'code=stolen'],
    ['a cut part', `multipart/form-data; boundary=${BOUNDARY}`, LONG, partial],
    ['a cut chunk', 'application/json', CHUNKED, 'ff\r\n{"code":"stolen"}'],
    ['no last chunk', 'application/json', CHUNKED, '11\r\n{"code":"stolen"}\r\n'],
  ] as const)
    it(`that ends too early stores nothing, whether its sender listens or has gone: ${name}`, async () => {
      const before = (await app.client().listSnippets().toArray()).length;
      const bytes = [head(`Content-Type: ${type}`, length), body];
      const listening = openSocket(app.url, ...bytes);
      listening.socket.end();
      await listening.closed;
      // A reset by the server may be how it says no to who has gone; what came before it counts.
      assert.ok(['', '400'].includes(listening.statuses().join()), listening.received());
      const gone = openSocket(app.url, ...bytes);
      await once(gone.socket, 'connect');
      await sleep(50);
      gone.socket.resetAndDestroy();
      assert.deepEqual(gone.statuses(), []);
      assert.equal((await app.client().listSnippets().toArray()).length, before);
    });
});

it('a body of 16 KiB is the largest at each path that knows nobody yet', async (test) => {
  const app = await startApp({ env: { AUTH_SCHEMES: 'session,basic,token,oauth2' } }, test);
  const browser = new Browser(app);
  await browser.fetch('/api-auth/login/');
  const { headers } = form('urlencoded', {});
  for (const path of ['/api-token-auth/', '/oauth2/access_token/', '/api-auth/login/', '/api-auth/logout/']) {
    const send = (bytes: number) =>
      browser.fetch(path, {
        method: 'POST',
        headers: { ...headers, ...browser.csrfHeader },
        body: `next=&x=${'x'.repeat(bytes - 8)}`,
      });
    assert.notEqual((await send(LOGIN_LIMIT)).status, 413, path);
    const refused = await send(LOGIN_LIMIT + 1);
    assert.deepEqual([refused.status, await refused.json()], [413, tooLarge(LOGIN_LIMIT)], path);
  }
});

/** In chunked coding, this many bytes a chunk. */
const chunked = (body: string, size: number) =>
  body.replaceAll(new RegExp(`.{1,${size}}`, 'gs'), (text) => `${text.length.toString(16)}\r\n${text}\r\n`);
const CHUNKED_JSON = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];

it('a body in more pieces than a client sends is refused, and its connection closed', async (test) => {
  const app = await startApp({ env: { OWNERSHIP: 'off' } }, test);
  for (const [length, size, status] of [
    // 1,000 small pieces are no harm, nor are many larger ones.
    [1_000, 1, '201'],
    [128_000, 80, '201'],
    [1_001, 1, '400'],
    [128_000, 50, '400'],
    [1_200_000, 1, '400'],
  ] as const) {
    const body = chunked(CODE.padEnd(length), size);
    const { received, statuses, closed, socket } = openSocket(
      app.url,
      headOf({}, ...CHUNKED_JSON),
      `${body}0\r\n\r\n`,
    );
    await until('an answer', () => statuses().length === 1);
    assert.deepEqual(statuses(), [status], `${length} bytes, ${size} a chunk`);
    if (status === '400') {
      assert.match(received(), /"The request body came in too many small pieces: send larger ones."\}$/);
      await closed;
    }
    socket.destroy();
  }
});

for (const [name, lines, sent] of [
  ['with a length', ['Content-Type: application/json', 'Content-Length: 1250000'], 'x'.repeat(1_200_000)],
  ['in chunks', CHUNKED_JSON, chunked('x'.repeat(1_200_000), 60_000)],
  // Each holds a hundred times its bytes.
  ['in chunks of a byte', CHUNKED_JSON, chunked('x'.repeat(1_000), 1)],
] as const)
  it(`bodies that never end, ${name}, hold no more than their sender may, and keep nobody else from saving`, async (test) => {
    const app = await startApp({}, test);
    const [alice, bob] = [await app.addUser('alice'), await app.addUser('bob')];
    const save = (user: TestUser) =>
      app.fetch('/snippets/', {
        method: 'POST',
        headers: { ...basicHeader(user), ...JSON_TYPE },
        body: JSON.stringify({ code: 'x', ignored: 'x'.repeat(1_200_000) }),
      });
    assert.equal((await save(alice)).status, 201);
    const sockets = Array.from({ length: 50 }, () =>
      openSocket(app.url, headOf(basicHeader(alice), ...lines), sent),
    );
    await until('a refusal', () => sockets.some(({ received }) => received() !== ''));
    const refusal = sockets.find(({ received }) => received() !== '')?.received() ?? '';
    assert.match(refusal, /^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/s);
    assert.equal((await save(alice)).status, 503);
    assert.equal((await save(bob)).status, 201);
    for (const { socket } of sockets) socket.destroy();
    await until('there is room again', async () => (await save(alice)).status === 201);
  });
