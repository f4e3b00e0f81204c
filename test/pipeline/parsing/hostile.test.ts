/** Whatever comes in, a declared refusal or nothing goes out, nothing is changed, and the next request is answered. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Snippet } from 'snippet-store/sdk';
import { basicHeader, tokenHeader } from '../../helpers/app.js';
import { SENT_FIELDS } from '../../helpers/snippet-fields.js';
import { describeOnAnyStore } from '../../helpers/stores.js';
import { BOUNDARY, FORMS, field, form, json, multipart } from './bodies.js';
import { sendBytes } from './raw-socket.js';
import { type AnyBody, type SnippetApp, startSnippetApp } from './snippet-app.js';

const MEGABYTE = 1_000_000;
/** Bytes of a body at the token endpoint. */
const LOGIN_LIMIT = 16_384;
/** A little more than a snippet may have, see body-size.test.ts. */
const SNIPPET_LIMIT = 1_300_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const DEPTH = 200_000;
const nested = (open: string, close: string, inner = '') =>
  `${open.repeat(DEPTH)}${inner}${close.repeat(DEPTH)}`;

describeOnAnyStore('hostile input', (store) => {
  let app: SnippetApp;
  let kept: Snippet;
  /** Errors that the service does not know, and would answer with 500. */
  const unknown: unknown[] = [];
  const gone: unknown[] = [];
  const note = (error: unknown) => gone.push(error);
  before(async () => {
    process.on('uncaughtExceptionMonitor', note);
    app = await startSnippetApp({
      store,
      deployment: {
        handleError(error, { standard }) {
          if (!standard || standard.status >= 500) unknown.push(error);
          return standard;
        },
      },
    });
    kept = await app.create(json({ code: 'kept\r\n', title: 'é😀', linenos: true }));
  });
  afterEach(async () => {
    assert.deepEqual([unknown, gone], [[], []]);
    assert.deepEqual(
      await app.client().listSnippets({}),
      [kept],
      'the next request is answered, and nothing has changed',
    );
  });
  after(async () => {
    process.off('uncaughtExceptionMonitor', note);
    await app.close();
  });

  const put = ({ headers, body, signal }: AnyBody & { signal?: AbortSignal }) =>
    app.fetch(`/snippets/${kept.id}/`, {
      method: 'PUT',
      headers: { ...tokenHeader(app.alice), ...headers },
      signal: signal ?? null,
      body: Buffer.isBuffer(body) ? Uint8Array.from(body) : (body ?? null),
      ...{ duplex: 'half' },
    });
  const login = ({ headers, body }: AnyBody) =>
    app.fetch('/api-token-auth/', {
      method: 'POST',
      // A compressed body is read from known users alone.
      headers: { ...(headers?.['Content-Encoding'] ? tokenHeader(app.alice) : {}), ...headers },
      body: Buffer.isBuffer(body) ? Uint8Array.from(body) : (body ?? null),
      ...{ duplex: 'half' },
    });

  /** By POST, by PUT to a snippet of one's own, and at the token endpoint. */
  async function refused(status: number, make: () => AnyBody): Promise<void> {
    for (const send of [app.post, put, login]) {
      const { body, ...request } = make();
      const length = typeof body === 'string' || Buffer.isBuffer(body) ? body.length : 0;
      const limit = send === login ? LOGIN_LIMIT : SNIPPET_LIMIT;
      const response = await send({ ...request, ...(body == null ? {} : { body }) });
      const expected = length > limit ? 413 : status;
      assert.equal(response.status, expected, await response.clone().text());
      assert.equal(typeof ((await response.json()) as { detail: unknown }).detail, 'string');
    }
  }

  describe('in JSON', () => {
    const BODIES: Readonly<Record<string, string>> = {
      'lists nested 200,000 deep': nested('[', ']'),
      'lists nested 200,000 deep and never closed': '['.repeat(DEPTH),
      'objects nested 200,000 deep': `${'{"code":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
      'lists nested 200,000 deep in every field': `{${['title', 'linenos', 'username'].map((name) => `"${name}":${nested('[', ']')}`)}}`,
      'lists nested 200,000 deep as a choice': `{"code":"x","language":${nested('[', ']')},"username":""}`,
      'objects nested 200,000 deep as a choice': `{"code":"x","style":${nested('{"a":', '}', '1')},"username":""}`,
      'operators in every field': JSON.stringify(
        Object.fromEntries(
          [...SENT_FIELDS, 'username', 'password', 'owner'].map((name) => [name, { $gt: '' }]),
        ),
      ),
      'an update': '{"$set":{"code":"x"},"$where":"sleep(1000)"}',
      'a prototype': '{"__proto__":{"code":"x","title":"x","username":"alice","password":"x"}}',
      'a constructor': '{"constructor":{"prototype":{"code":"x"}},"toString":"x","hasOwnProperty":1}',
      'numbers beyond all measure': '{"code":1e999,"title":-1e999,"username":1e999}',
      'a million keys': `{${Array.from({ length: 150_000 }, (_, n) => `"k${n}":0`)}}`,
    };
    for (const [name, body] of Object.entries(BODIES)) {
      it(name, () => refused(400, () => ({ headers: JSON_TYPE, body })));
    }

    it('a prototype in JSON is ignored and changes no object', async () => {
      const body =
        '{"code":"x","__proto__":{"title":"p","admin":true},"constructor":{"prototype":{"title":"p"}}}';
      const stored = await app.create({ headers: JSON_TYPE, body });
      assert.equal(stored.title, '');
      assert.ok(!('admin' in {}));
      await app.client(app.alice).deleteSnippet({ id: stored.id });
    });
  });

  describe('in forms', () => {
    for (const kind of FORMS) {
      it(`${kind}: operators in brackets, prototypes and endless names are harmless`, async () => {
        const names = [
          'code[$ne]',
          'username[$gt]',
          'password[$regex]',
          'title[__proto__][x]',
          '__proto__',
          '__proto__[code]',
          'constructor.prototype.code',
        ];
        await refused(400, () => form(kind, Object.fromEntries(names.map((name) => [name, '1']))));
        await refused(400, () => form(kind, { [`x${'[a]'.repeat(DEPTH / 4)}`]: '1' }));
      });
      it(`${kind}: a hundred thousand code points are accepted, one more is not`, async () => {
        for (const letter of ['a', '😀', '%', '\r']) {
          const code = `x${letter.repeat(99_999)}`;
          const stored = await app.create(form(kind, { code }));
          assert.ok(stored.code === code);
          await app.client(app.alice).deleteSnippet({ id: stored.id });
          await refused(400, () => form(kind, { code: `${code}y` }));
        }
      });
    }
    it('hundreds of thousands of names and pairs are refused', () =>
      refused(400, () => ({ headers: form('urlencoded', {}).headers, body: 'a=&'.repeat(500_000) })));
    it('tens of thousands of parts are refused', () =>
      refused(400, () => multipart(Array(15_000).fill(field('a', '')))));
    it('an endless head of a part is refused', () =>
      refused(400, () => ({ ...multipart([]), body: `--${BOUNDARY}\r\n${'X: y\r\n'.repeat(300_000)}` })));
    it('lines that begin like the boundary are refused', () =>
      refused(400, () => ({ ...multipart([]), body: `--${BOUNDARY} `.repeat(50_000) })));
    it('endless parameters of a part are refused', () =>
      refused(400, () => ({
        ...multipart([`Content-Disposition: form-data; name="${'\\"'.repeat(400_000)}\r\n\r\nx`]),
      })));
  });

  describe('in bytes', () => {
    const TYPES = [
      'application/json; charset=utf-16',
      'application/x-www-form-urlencoded',
      `multipart/form-data; boundary=${BOUNDARY}`,
    ];
    const SEQUENCES: Readonly<Record<string, Buffer>> = {
      'Latin-1': Buffer.from('code=é', 'latin1'),
      'UTF-16 with its mark': Buffer.from('\ufeff{"code":"é"}', 'utf16le'),
      'overlong UTF-8': Buffer.from([0xc0, 0x80]),
      'every byte': Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    };
    for (const type of TYPES) {
      for (const [name, body] of Object.entries(SEQUENCES)) {
        it(`${name} as ${type}`, () => refused(400, () => ({ headers: { 'Content-Type': type }, body })));
      }
    }
    it('wrong bytes in a part are refused', () =>
      refused(400, () => ({
        ...multipart([]),
        body: Buffer.from(multipart([field('code', '\xe9'), field('username', '\xe9')]).body, 'latin1'),
      })));
  });

  describe('too much of it', () => {
    const large = Buffer.alloc(10 * MEGABYTE, 'x');
    const slices = () => new Blob([large]).stream();
    it('10 MB with a Content-Length is 413', () => refused(413, () => ({ headers: JSON_TYPE, body: large })));
    it('10 MB in chunks is 413', () => refused(413, () => ({ headers: JSON_TYPE, body: slices() })));
    it('10 MB of another type in chunks is refused', () =>
      refused(413, () => ({ headers: { 'Content-Type': 'text/plain' }, body: slices() })));
    it('a form of 10 MB is refused', () =>
      refused(413, () => ({ headers: form('urlencoded', {}).headers, body: slices() })));
    it('a multipart body of 10 MB is 413', () =>
      refused(413, () => ({ headers: multipart([]).headers, body: slices() })));
    for (const megabytes of [10, 500]) {
      const bomb = gzipSync(Buffer.alloc(megabytes * MEGABYTE));
      it(`${megabytes} MB in ${bomb.length} bytes of gzip are refused`, () =>
        refused(413, () => ({ headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, body: bomb })));
    }
    it('a large body of an anonymous client is not even read', async () => {
      const headers = JSON_TYPE;
      assert.equal(
        (await app.fetch('/snippets/', { method: 'POST', headers, body: slices(), ...{ duplex: 'half' } }))
          .status,
        401,
      );
    });
    it('huge names and passwords in a header are refused', async () => {
      for (const username of ['a'.repeat(9_000), 'é\0'.repeat(1_000), '__proto__', '{"$gt":""}']) {
        const response = await app.fetch('/snippets/', {
          headers: basicHeader({ username, password: '\ud800\0' }),
        });
        assert.equal(response.status, 401);
      }
    });
  });

  describe('in request paths', () => {
    const PATHS = [
      '/%zz/',
      '/snippets/%zz/',
      '/snippets/%/',
      '/snippets/%ff/',
      '/snippets/1%00/',
      '/snippets/%F0%9F%98%80/',
      '/snippets/__proto__/',
      '/snippets/1;a=b/',
    ];
    for (const path of PATHS) {
      it(path, async () => {
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const response = await app.fetch(path, { method, headers: tokenHeader(app.alice) });
          assert.ok([400, 404].includes(response.status), `${method} ${response.status}`);
        }
      });
    }
    it('paths that climb with .. reach no file', async () => {
      const climbing = ['/snippets/%2e%2e/', '/snippets/../../etc/passwd', '//etc/passwd', '/.%00./'];
      const hosts = ['*', 'a:b', 'http://[/', 'http://a:b/', '//a@[#', '//%@a#'];
      for (const path of [...climbing, ...hosts]) {
        const status = await sendBytes(app.url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
        assert.ok(status === 400 || status === 404, `${path} ${status}`);
      }
    });
    it('operators in queries are harmless', async () => {
      for (const query of [
        'limit[$gt]=1',
        'after[]=1',
        'a=%zz',
        '%ff=%ff',
        '__proto__[x]=1',
        '?'.repeat(1_000),
        '&'.repeat(5_000),
      ]) {
        assert.equal((await app.fetch(`/snippets/?${query}`)).status, 200, query);
      }
    });
  });

  describe('that stops in the middle', () => {
    const head = (...lines: string[]) =>
      [
        `PUT /snippets/${kept.id}/ HTTP/1.1`,
        'Host: localhost',
        `Authorization: Token ${app.alice.token}`,
        ...lines,
        '',
        '',
      ].join('\r\n');
    const bomb = gzipSync(Buffer.alloc(10 * MEGABYTE));
    const partial = `--${BOUNDARY}\r\n${field('code', 'stolen')}`;
    const REQUESTS: Readonly<Record<string, () => (string | Buffer)[]>> = {
      'JSON shorter than its length': () => [
        head('Content-Type: application/json', 'Content-Length: 1000'),
        '{"code":"stolen"}',
      ],
      'no body where a length was given': () => [
        head('Content-Type: application/json', 'Content-Length: 1000'),
      ],
      'a form shorter than its length': () => [
        head('Content-Type: application/x-www-form-urlencoded', 'Content-Length: 1000'),
        'code=stolen',
      ],
      'multipart shorter than its length': () => [
        head(`Content-Type: multipart/form-data; boundary=${BOUNDARY}`, 'Content-Length: 1000'),
        partial,
      ],
      'a chunk shorter than its length': () => [
        head('Content-Type: application/json', 'Transfer-Encoding: chunked'),
        'ff\r\n{"code":"stolen"}',
      ],
      'chunks without a last one': () => [
        head('Content-Type: application/json', 'Transfer-Encoding: chunked'),
        '11\r\n{"code":"stolen"}\r\n',
      ],
      'gzip shorter than its length': () => [
        head('Content-Type: application/json', 'Content-Encoding: gzip', 'Content-Length: 1000'),
        gzipSync('{"code":"stolen"}'),
      ],
      'a bomb shorter than its length': () => [
        head('Content-Type: application/json', 'Content-Encoding: gzip', 'Content-Length: 1000000'),
        bomb,
      ],
      'no gzip, shorter than its length': () => [
        head('Content-Type: application/json', 'Content-Encoding: gzip', 'Content-Length: 1000'),
        'no gzip',
      ],
      'half a head': () => [head().slice(0, 40)],
    };
    for (const [name, request] of Object.entries(REQUESTS)) {
      it(`${name}, the other end still listening`, async () => {
        const status = await sendBytes(app.url, request(), 'half-close');
        assert.ok(status === undefined || (status >= 400 && status < 500), String(status));
      });
      it(`${name}, the other end gone`, async () => {
        for (let n = 0; n < 3; n++) assert.equal(await sendBytes(app.url, request(), 'reset'), undefined);
      });
    }

    for (const headers of [JSON_TYPE, multipart([]).headers, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }]) {
      it(`an upload of ${Object.values(headers).join(', ')} that is aborted half-way`, async () => {
        const controller = new AbortController();
        const half = gzipSync(JSON.stringify({ code: 'stolen'.repeat(1_000) })).subarray(0, 60);
        const body = new ReadableStream({
          start: (stream) => stream.enqueue(half),
          pull: () => new Promise((resolve) => setTimeout(resolve, 100)).then(() => controller.abort()),
        });
        await assert.rejects(put({ headers, body, signal: controller.signal }), { name: 'AbortError' });
      });
    }
  });

  describe('that is not HTTP', () => {
    const after = (line: string) => `GET /snippets/ HTTP/1.1\r\nHost: localhost\r\n${line}\r\n\r\n`;
    const REQUESTS: Readonly<Record<string, string | Buffer>> = {
      noise: Buffer.from(Array.from({ length: 2_000 }, (_, n) => (n * 167 + 13) % 256)),
      'a NUL in the address': 'GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'a space in the address': 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'an unknown method': 'HACK / HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'two lengths': `POST /snippets/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      'a length and chunks': `POST /snippets/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'a length that is none': `POST /snippets/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n`,
      'a chunk size that is none': `POST /snippets/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      'a header without a name': after(': x'),
      'a NUL in a header': after('X: \0'),
      'a header of 100 KB': after(`X: ${'x'.repeat(100_000)}`),
      'ten thousand headers': after('X: y\r\n'.repeat(10_000).trimEnd()),
      'an address of 100 KB': `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      'no host': 'GET / HTTP/1.1\r\n\r\n',
    };
    for (const [name, request] of Object.entries(REQUESTS)) {
      it(name, async () => {
        const status = (await sendBytes(app.url, request)) ?? assert.fail('no answer');
        assert.ok(status >= 400 && status < 500, String(status));
      });
    }
  });
});
