/** Every answer says how it may be kept (RFC 9111, 5.2.2). */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { basicHeader, startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';
import { describeOnAnyStore } from '../helpers/stores.js';

const HTML = { Accept: 'text/html' };

describeOnAnyStore('Cache-Control', (store) => {
  let app: TestApp;
  let alice: TestUser;
  let browser: Browser;
  before(async () => {
    app = await startApp({ store, env: { AUTH_SCHEMES: 'session,basic,token' } });
    alice = await app.addUser('alice');
    await app.client(alice).createSnippet({ code: 'x' });
    browser = new Browser(app);
    await browser.logIn(alice);
  });
  after(() => app.close());

  const cacheControl = async (path: string, init?: RequestInit) =>
    (await app.fetch(path, init)).headers.get('Cache-Control');

  const KEPT = ['/', '/snippets/', '/snippets/?limit=1', '/snippets/1/', '/snippets/1/raw/'].concat([
    '/snippets/1/highlight/',
    '/users/',
    '/users/1/',
    '/openapi.json',
    '/openapi.yaml',
  ]);

  for (const path of KEPT) {
    it(`lets everybody keep ${path}, and asks to compare it before each use`, async () => {
      assert.equal(await cacheControl(path), 'no-cache');
      assert.equal(await cacheControl(path, { method: 'HEAD' }), 'no-cache');
    });

    it(`lets only the sender keep ${path} when credentials came with the request`, async () => {
      const wanted = 'private, no-cache';
      assert.equal(await cacheControl(path, { headers: basicHeader(alice) }), wanted);
      assert.equal(await cacheControl(path, { headers: { Cookie: 'sessionid=old' } }), wanted);
      const response = await browser.fetch(path, { headers: { Accept: '*/*' } });
      assert.equal(response.headers.get('Cache-Control'), wanted);
    });
  }

  // Streamed lists have no tag: it would have to be known before the first item is read.
  for (const path of KEPT.filter((kept) => !/^\/(snippets|users)\/(\?.*)?$/.test(kept))) {
    it(`comes with an ETag, and is 304 for a client that has it: ${path}`, async () => {
      for (const method of ['GET', 'HEAD']) {
        const etag = (await app.fetch(path, { method })).headers.get('ETag') ?? '';
        assert.match(etag, /^"[^"]+"$/);
        const again = await app.fetch(path, { method, headers: { 'If-None-Match': etag } });
        assert.deepEqual([again.status, again.headers.get('ETag'), await again.text()], [304, etag, '']);
        assert.equal(again.headers.get('Cache-Control'), 'no-cache');
        const other = await app.fetch(path, { method, headers: { 'If-None-Match': '"other"' } });
        assert.deepEqual([other.status, other.headers.get('ETag')], [200, etag]);
        const mine = { ...basicHeader(alice), 'If-None-Match': etag };
        assert.equal(await cacheControl(path, { headers: mine }), 'private, no-cache');
      }
    });
  }

  it('lets nobody keep pages, with a user and without', async () => {
    for (const path of ['/', '/snippets/', '/snippets/1/', '/users/1/', '/docs/', '/api-auth/login/']) {
      assert.equal(await cacheControl(path, { headers: HTML }), 'no-store', path);
      assert.equal(
        await cacheControl(path, { headers: { ...HTML, ...basicHeader(alice) } }),
        'no-store',
        path,
      );
    }
  });

  it('lets nobody keep errors, redirects, descriptions, health, and answers to writes', async () => {
    const json = { ...basicHeader(alice), 'Content-Type': 'application/json' };
    for (const [path, init, status] of [
      ['/nothing/', {}, 404],
      ['/snippets/999/', {}, 404],
      ['/snippets/?limit=0', {}, 400],
      ['/snippets/', { headers: { Accept: 'image/png' } }, 406],
      ['/snippets', {}, 301],
      ['/snippets/', { method: 'POST' }, 403],
      ['/snippets/', { method: 'OPTIONS' }, 200],
      ['/snippets/', { method: 'POST', headers: json, body: '{"code":"x"}' }, 201],
      ['/snippets/2/', { method: 'PUT', headers: json, body: '{"code":"y"}' }, 200],
      ['/snippets/2/', { method: 'DELETE', headers: basicHeader(alice) }, 204],
      ['/healthz', {}, 200],
      ['/readyz', {}, 200],
      ['/api-token-auth/', { method: 'POST', body: new URLSearchParams(alice as never) }, 200],
    ] as const) {
      const response = await app.fetch(path, init);
      const told = [response.status, response.headers.get('Cache-Control')];
      assert.deepEqual(told, [status, 'no-store'], path);
    }
  });

  it('is on what the contract does not declare too', async () => {
    const refused = await fetch(`${app.url}/nothing`, { method: 'PURGE' });
    assert.equal(refused.headers.get('Cache-Control'), 'no-store');
  });

  it('does not change what a conditional request is refused for', async () => {
    const conditional = { 'If-None-Match': '*' };
    for (const [path, headers, status] of [
      ['/snippets/999/', conditional, 404],
      ['/snippets/1/', { ...conditional, Accept: 'image/png' }, 406],
      ['/snippets/1/', { ...conditional, Authorization: 'Basic nonsense' }, 403],
      ['/snippets/1/', { 'If-None-Match': `"1", ${'"2", '.repeat(600)}` }, 400],
    ] as const) {
      assert.equal((await app.fetch(path, { headers })).status, status, path);
    }
  });

  it('goes with the state of a snippet: 304 until it is saved, and 404 once it is deleted', async () => {
    const client = app.client(alice);
    const { id } = await client.createSnippet({ code: 'first' });
    const views = [`/snippets/${id}/`, `/snippets/${id}/raw/`, `/snippets/${id}/highlight/`];
    const tags = new Map<string, string>();
    const again = (path: string) =>
      app.fetch(path, { headers: { 'If-None-Match': tags.get(path) ?? 'none' } });
    for (const path of views) tags.set(path, (await app.fetch(path)).headers.get('ETag') ?? 'none');
    for (const path of views) assert.equal((await again(path)).status, 304, path);
    await client.updateSnippet({ id, code: 'second' });
    for (const path of views) {
      const response = await again(path);
      assert.equal(response.status, 200, path);
      assert.match(await response.text(), /second/);
    }
    await client.deleteSnippet({ id });
    for (const path of views) assert.equal((await again(path)).status, 404, path);
  });
});
