import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startApp, type TestApp } from '../../helpers/app.js';
import { describeOnAnyStore } from '../../helpers/stores.js';

describeOnAnyStore('a path without its last slash', (store) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ store });
  });
  after(() => app.close());

  for (const [path, location] of [
    ['/snippets', '/snippets/'],
    ['/snippets/7', '/snippets/7/'],
    ['/snippets/7/highlight', '/snippets/7/highlight/'],
    ['/snippets/7/raw', '/snippets/7/raw/'],
    ['/users', '/users/'],
    ['/users/7', '/users/7/'],
    ['/api-token-auth', '/api-token-auth/'],
    ['/snippets?limit=5&x=%2F', '/snippets/?limit=5&x=%2F'],
    ['/snippets/%37?', '/snippets/%37/'],
  ] as const) {
    it(`${path} is at ${location}: 301 for GET and HEAD, 308 for the rest`, async () => {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const response = await app.raw({ method, path });
        const status = method === 'GET' || method === 'HEAD' ? 301 : 308;
        assert.deepEqual([response.status, response.headers.get('Location')], [status, location], method);
        assert.match(response.headers.get('Allow') ?? '', /OPTIONS$/);
      }
    });
  }

  it('redirects a POST in a way that keeps its body', async () => {
    const alice = await app.addUser('alice');
    const response = await fetch(`${app.url}/api-token-auth`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: alice.username, password: alice.password }),
    });
    assert.deepEqual(await response.json(), { token: alice.token });
  });

  for (const path of [
    '/snippet',
    '/snippets/abc',
    '/snippets//',
    '//snippets',
    '//example.com/snippets',
    '/snippets/..%2f',
    '/Snippets/',
    '/snippets/7/raw/x',
    '/snippets%2F7/',
    '/healthz/',
    '/openapi.json/',
    '/%E2%82%AC',
  ]) {
    it(`${path} is not redirected: 404`, async () => {
      const response = await app.raw({ path });
      assert.deepEqual([response.status, await response.json()], [404, { detail: 'Not found.' }]);
      assert.equal(response.headers.get('Allow'), null);
    });
  }
});
