import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { basicHeader, startApp, type TestApp, type TestUser } from '../../helpers/app.js';
import { sendBytes, textOf } from '../../helpers/send-bytes.js';

/** Compressible, and longer than what is sent as it is. */
const CODE = Array.from({ length: 200 }, (_, n) => `print("line ${n} of the program")`).join('\n');

describe('the coding of an answer', () => {
  let app: TestApp;
  let alice: TestUser;
  before(async () => {
    app = await startApp({ env: { AUTH_SCHEMES: 'session,basic,token' } });
    alice = await app.addUser('alice');
    const client = app.client(alice);
    await client.createSnippet({ code: CODE, title: 'long' });
    await client.createSnippet({ code: 'x', title: 'short' });
  });
  after(() => app.close());

  const get = (path: string, acceptEncoding?: string, headers: Record<string, string> = {}) =>
    sendBytes(app.url, {
      path,
      // Pages show the id of their request.
      headers: {
        'X-Request-Id': 'one',
        ...headers,
        ...(acceptEncoding !== undefined && { 'Accept-Encoding': acceptEncoding }),
      },
    });

  for (const [header, coding] of [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['compress, deflate', undefined],
    ['gzip', 'gzip'],
    ['GZip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip ; q=0.1,br ; Q=0.9', 'br'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['zstd, gzip;q=0.5', 'gzip'],
    ['gzip;q=0.5, *;q=0', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=0.000', undefined],
    ['gzip;q=nonsense', undefined],
    [';,;q=1,,gzip', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
  ] as const) {
    it(`is ${coding ?? 'none'} for Accept-Encoding: ${header ?? '(none)'}`, async () => {
      const answer = await get('/snippets/1/', header);
      assert.deepEqual([answer.status, answer.headers['content-encoding']], [200, coding]);
      assert.equal(Number(answer.headers['content-length']), answer.bytes.length);
      assert.equal(JSON.parse(textOf(answer)).code, CODE);
    });
  }

  it('is none for a small body, unless the client refuses it without a coding', async () => {
    for (const path of ['/snippets/2/', '/healthz', '/snippets/999/', '/nothing/']) {
      const plain = await get(path, 'gzip, br');
      assert.equal(plain.headers['content-encoding'], undefined, path);
      const coded = await get(path, 'gzip, identity;q=0');
      assert.deepEqual([coded.headers['content-encoding'], textOf(coded)], ['gzip', textOf(plain)], path);
    }
  });

  it('is that of each client, when several ask for the same list at once', async () => {
    const asked = Array.from({ length: 12 }, (_, i) => ['gzip', 'br', undefined][i % 3]);
    const answers = await Promise.all(asked.map((coding) => get('/snippets/', coding)));
    assert.deepEqual(
      answers.map(({ headers }) => headers['content-encoding']),
      asked,
    );
    const [text, ...others] = new Set(answers.map(textOf));
    assert.deepEqual(others, []);
    assert.equal(JSON.parse(text ?? '')[0].code, CODE);
  });

  for (const header of ['identity;q=0', '*;q=0', 'deflate, *;q=0', 'identity;q=0, br;q=0, gzip;q=0']) {
    it(`does not exist for Accept-Encoding: ${header}, so a request is refused before it changes anything`, async () => {
      const before = await app.client().listSnippets({});
      const refused = await app.raw({
        method: 'POST',
        path: '/snippets/',
        headers: { ...basicHeader(alice), 'Accept-Encoding': header, 'Content-Type': 'application/json' },
        body: '{"code":"x"}',
      });
      assert.equal(refused.status, 406);
      assert.deepEqual(await refused.json(), {
        detail: 'Could not satisfy the request Accept-Encoding header.',
      });
      assert.deepEqual(await app.client().listSnippets({}), before);
    });

    it(`is not looked at for Accept-Encoding: ${header} where nothing is negotiated`, async () => {
      for (const path of ['/healthz', '/openapi.json']) {
        const { status, headers } = await get(path, header);
        assert.deepEqual([status, headers['content-encoding']], [200, undefined], path);
      }
    });
  }

  /** HEAD of a list does not make the list, so it leaves out what depends on its length. */
  const comparable = (headers: IncomingHttpHeaders, isList: boolean) => {
    const left = new Set([
      'date',
      'transfer-encoding',
      ...(isList ? ['content-length', 'content-encoding'] : []),
    ]);
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name)));
  };

  const HTML = { Accept: 'text/html' };
  const KINDS: readonly [name: string, path: string, headers?: Record<string, string>][] = [
    ['JSON', '/snippets/1/'],
    ['a list', '/snippets/'],
    ['a slice', '/snippets/?limit=1'],
    ['the code as text', '/snippets/1/raw/'],
    ['highlighted HTML', '/snippets/1/highlight/'],
    ['a page', '/snippets/1/', HTML],
    ['an error page', '/snippets/999/', HTML],
    ['the specification as JSON', '/openapi.json'],
    ['the specification as YAML', '/openapi.yaml'],
  ];

  for (const [name, path, headers] of KINDS) {
    it(`changes nothing but the size: ${name}`, async () => {
      const plain = await get(path, undefined, headers);
      for (const coding of ['br', 'gzip']) {
        const coded = await get(path, coding, headers);
        assert.equal(coded.headers['content-encoding'], coding);
        assert.equal(textOf(coded), textOf(plain));
        assert.ok(coded.bytes.length < plain.bytes.length, `${coded.bytes.length} bytes`);
        assert.match(coded.headers.vary ?? '', /\bAccept-Encoding\b/);
      }
      assert.match(plain.headers.vary ?? '', /\bAccept-Encoding\b/);
    });

    it(`is the same for HEAD: ${name}`, async () => {
      for (const coding of ['identity', 'br', 'gzip', 'br, identity;q=0']) {
        const sent = { ...headers, 'Accept-Encoding': coding, 'X-Request-Id': 'one' };
        const { headers: got } = await sendBytes(app.url, { path, headers: sent });
        const head = await sendBytes(app.url, { path, method: 'HEAD', headers: sent });
        const isList = path.startsWith('/snippets/') && !/\d\/|999/.test(path);
        assert.deepEqual(comparable(head.headers, isList), comparable(got, isList), coding);
        assert.equal(head.bytes.length, 0);
      }
    });
  }

  it('gives each coding a tag of its own, and no tag to a page', async () => {
    const tags = await Promise.all(
      [undefined, 'br', 'gzip'].map(async (coding) => (await get('/snippets/1/', coding)).headers.etag),
    );
    assert.deepEqual(tags, ['"1"', '"1-br"', '"1-gzip"']);
    assert.equal((await get('/snippets/1/', 'br', HTML)).headers.etag, undefined);
  });

  for (const [ifNoneMatch, acceptEncoding, status, etag] of [
    ['"1-br"', 'br', 304, '"1-br"'],
    ['W/"1-br"', 'br', 304, '"1-br"'],
    ['"1-gzip"', 'br, gzip', 304, '"1-gzip"'],
    ['"0", "1-gzip"', 'gzip', 304, '"1-gzip"'],
    ['"1"', 'br', 304, '"1"'],
    ['*', 'br', 304, '"1"'],
    // Its bytes are of no use to this client: they may lie in a cache that another client filled.
    ['"1-br"', 'gzip', 200, '"1-gzip"'],
    ['"1-br"', undefined, 200, '"1"'],
    ['"1-br"', 'br;q=0', 200, '"1"'],
    ['"1-deflate"', 'br', 200, '"1-br"'],
    ['"0-br"', 'br', 200, '"1-br"'],
    ['"1-br-br"', 'br', 200, '"1-br"'],
  ] as const) {
    it(`leads to ${status} for If-None-Match: ${ifNoneMatch} and Accept-Encoding: ${acceptEncoding}`, async () => {
      const answer = await get('/snippets/1/', acceptEncoding, { 'If-None-Match': ifNoneMatch });
      assert.deepEqual([answer.status, answer.headers.etag], [status, etag]);
      assert.match(answer.headers.vary ?? '', /\bAccept-Encoding\b/);
    });
  }

  for (const [ifMatch, status] of [
    ['"1-br"', 200],
    ['"1-gzip"', 200],
    ['"0", "1-gzip"', 200],
    ['"2-br"', 412],
    ['W/"1-br"', 412],
    ['"1-deflate"', 412],
    ['"1-br-br"', 412],
  ] as const) {
    it(`does not matter for a change: If-Match: ${ifMatch} of version 1 is ${status}`, async () => {
      const { id } = await app.client(alice).createSnippet({ code: 'x' });
      const response = await app.raw({
        method: 'PUT',
        path: `/snippets/${id}/`,
        headers: { ...basicHeader(alice), 'Content-Type': 'application/json', 'If-Match': ifMatch },
        body: '{"code":"y"}',
      });
      assert.equal(response.status, status);
    });
  }
});

describe('a compressed page', () => {
  it('holds no secret: its CSRF token has another mask each time, and no cookie is shown (BREACH)', async () => {
    const app = await startApp({ env: { AUTH_SCHEMES: 'session,basic' } });
    try {
      const alice = await app.addUser('alice');
      const login = await app.fetch('/api-auth/login/');
      const form = new URLSearchParams({
        username: alice.username,
        password: alice.password,
        csrfmiddlewaretoken: /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(await login.text())?.[1] ?? '',
      });
      const cookies = (response: Response) =>
        response.headers
          .getSetCookie()
          .map((cookie) => cookie.split(';')[0])
          .join('; ');
      const entered = await app.fetch('/api-auth/login/', {
        method: 'POST',
        headers: { Cookie: cookies(login) },
        body: form,
      });
      const cookie = cookies(entered);
      assert.match(cookie, /sessionid=/);
      const page = async () => {
        const answer = await sendBytes(app.url, {
          path: '/snippets/?q=guess',
          headers: { Accept: 'text/html', 'Accept-Encoding': 'br', Cookie: cookie },
        });
        assert.equal(answer.headers['content-encoding'], 'br');
        return textOf(answer);
      };
      const [one, other] = [await page(), await page()];
      const token = (text: string) => /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)?.[1];
      assert.ok(token(one) !== undefined && token(one) !== token(other));
      for (const value of cookie.split('; ').map((pair) => pair.split('=')[1] ?? '')) {
        if (value.length >= 16) assert.ok(!one.includes(value));
      }
    } finally {
      await app.close();
    }
  });
});
