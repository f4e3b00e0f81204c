import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { tokenHeader } from '../../helpers/app.js';
import { statusesOf } from './raw-socket.js';
import { type AnyBody, type SnippetApp, startSnippetApp } from './snippet-app.js';

const LIMIT = 5_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const CODE = '{"code":"print(1)"}';
const TOO_LARGE = { detail: `Request body is too large: at most ${LIMIT} bytes.` };

/** A valid body of so many bytes. */
const bodyOf = (bytes: number) => `${CODE}${' '.repeat(bytes - CODE.length)}`;
const inChunks = (bytes: Buffer) => new Blob([Uint8Array.from(bytes)]).stream();

describe('a body', () => {
  let app: SnippetApp;
  before(async () => {
    app = await startSnippetApp({ env: { MAX_BODY_BYTES: String(LIMIT) } });
  });
  after(() => app.close());

  const send = (coding: string, body: NonNullable<AnyBody['body']>) =>
    app.post({ headers: { ...JSON_TYPE, ...(coding ? { 'Content-Encoding': coding } : {}) }, body });

  const CODERS: Readonly<Record<string, (text: string) => Buffer>> = {
    gzip: gzipSync,
    'X-GZip': gzipSync,
    deflate: deflateSync,
    ' BR ': brotliCompressSync,
    identity: Buffer.from,
    '': Buffer.from,
  };
  for (const [coding, encode] of Object.entries(CODERS)) {
    describe(`coded as ${coding.trim() || 'it is'}`, () => {
      it('is read with a Content-Length and in chunks', async () => {
        for (const body of [encode(CODE), inChunks(encode(CODE))]) {
          const response = await send(coding, body);
          assert.equal(response.status, 201);
          assert.equal(((await response.json()) as { code: string }).code, 'print(1)');
        }
      });

      it('may be as large as the deployment allows when decoded, and not a byte larger', async () => {
        for (const make of [encode, (text: string) => inChunks(encode(text))]) {
          assert.equal((await send(coding, make(bodyOf(LIMIT)))).status, 201);
          const refused = await send(coding, make(bodyOf(LIMIT + 1)));
          assert.equal(refused.status, 413);
          assert.deepEqual(await refused.json(), TOO_LARGE);
        }
      });
    });
  }

  it('is refused by its coded length alone, before it is decoded', async () => {
    const response = await send('gzip', Buffer.alloc(LIMIT + 1));
    assert.equal(response.status, 413);
    assert.deepEqual(await response.json(), TOO_LARGE);
  });

  it('is refused by a declared length that overflows 32 bits', async () => {
    const { Authorization } = tokenHeader(app.alice);
    const head = [
      'POST /snippets/ HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      `Authorization: ${Authorization}`,
      'Content-Length: 4294967296',
    ];
    const [status] = await statusesOf(app.url, `${head.join('\r\n')}\r\n\r\n{}`);
    assert.equal(status, 413);
  });

  for (const coding of ['snappy', 'gzip, gzip', '__proto__', 'constructor', 'toString']) {
    it(`is 415 in the coding ${coding}`, async () => {
      const response = await send(coding, CODE);
      assert.equal(response.status, 415);
      assert.deepEqual(await response.json(), { detail: `Unsupported media type "${coding}" in request.` });
    });
  }

  const whole = gzipSync(CODE);
  const UNDECODABLE: Readonly<Record<string, [coding: string, bytes: Buffer]>> = {
    'cut-off gzip': ['gzip', whole.subarray(0, whole.length - 4)],
    'the head of gzip alone': ['gzip', whole.subarray(0, 10)],
    'gzip with a wrong checksum': ['gzip', Buffer.from(whole).fill(0, whole.length - 8)],
    'no gzip at all': ['gzip', Buffer.from(CODE)],
    'no deflate at all': ['deflate', Buffer.from(CODE)],
    'no brotli at all': ['br', Buffer.from(CODE)],
    'gzip called deflate': ['deflate', whole],
  };
  for (const [name, [coding, bytes]] of Object.entries(UNDECODABLE)) {
    it(`is 400 when it is ${name}`, async () => {
      const { status, ...response } = await send(coding, bytes).then(async (r) => ({
        status: r.status,
        body: await r.json(),
      }));
      assert.equal(status, 400);
      assert.match(String((response.body as { detail: string }).detail), /^Request body cannot be read - ./);
    });
  }

  it('is read to its end when it is refused, so that the connection can serve the next request', async () => {
    const rest = Buffer.alloc(1_000_000, 'x');
    for (const coding of ['identity', 'gzip']) {
      const head = [
        'POST /snippets/ HTTP/1.1',
        'Host: localhost',
        `Authorization: Token ${app.alice.token}`,
        `Content-Encoding: ${coding}`,
        'Transfer-Encoding: chunked',
        '',
        rest.length.toString(16),
        '',
      ];
      const next = '\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
      const statuses = await statusesOf(app.url, [head.join('\r\n'), rest, next], 'wait', 2);
      assert.deepEqual(statuses, [coding === 'gzip' ? 400 : 413, 200]);
    }
  });

  it('equals {} when it decodes to nothing', async () => {
    const response = await send('gzip', gzipSync(''));
    assert.deepEqual(await response.json(), { detail: 'Invalid input.', code: ['This field is required.'] });
  });
});
