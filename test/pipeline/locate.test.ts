import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { basicHeader, useApp, useAppWithUsers } from '../helpers/app.js';

const shown = (id: string) => (id.length > 40 ? `${id.slice(0, 3)}... (${id.length} digits)` : id);

describe('an id in a path', () => {
  const { app, alice } = useAppWithUsers();
  before(async () => {
    for (let id = 1; id <= 7; id++) await app.client(alice).createSnippet({ code: `number ${id}` });
  });

  for (const id of ['7', '007', '%37', '0%37', `${'0'.repeat(400)}7`])
    it(`${shown(id)} names the snippet 7`, async () => {
      assert.equal((await (await app.raw({ path: `/snippets/${id}/` })).json()).id, 7);
      assert.equal(await (await app.raw({ path: `/snippets/${id}/raw/` })).text(), 'number 7');
      const user = await app.raw({ path: `/users/${id.replace('7', '1')}/` });
      assert.equal((await user.json()).username, 'alice', 'the same rules for users');
    });

  for (const id of [
    ...[
      '0',
      '8',
      '9007199254740991',
      '9007199254740992',
      '9007199254740993',
      '9'.repeat(20),
      '9'.repeat(400),
    ],
    ...['-1', 'abc', '1.0', '+1', '0x1', '1e0', '1_0', 'NaN', 'Infinity', '1,2', '507f1f77bcf86cd799439011'],
    // Digits of other scripts.
    ...['%D9%A1', '%EF%BC%91'],
    ...['1%20', '%201', '1%0A', '1%00', '1%2F', '$ne', '__proto__', '%zz', '%', '1%', '%C3%28'],
  ])
    it(`${shown(id)} names nothing: 404, never 500`, async () => {
      const headers = basicHeader(alice);
      for (const [method, path] of [
        ...['GET', 'HEAD', 'PUT', 'DELETE'].map((method) => [method, `/snippets/${id}/`] as const),
        ...['highlight', 'raw'].map((view) => ['GET', `/snippets/${id}/${view}/`] as const),
        ['GET', `/users/${id}/`] as const,
      ]) {
        const response = await app.raw({ method, path, headers });
        assert.equal(response.status, 404, `${method} ${path}`);
        if (method !== 'HEAD') assert.deepEqual(await response.json(), { detail: 'Not found.' });
      }
    });
});

describe('a path without its last slash', () => {
  const app = useApp();

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
  ] as const)
    it(`${path} is at ${location}: 301 for GET and HEAD, 308 for the rest`, async () => {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const response = await app.raw({ method, path });
        const status = method === 'GET' || method === 'HEAD' ? 301 : 308;
        assert.deepEqual([response.status, response.headers.get('Location')], [status, location], method);
        assert.match(response.headers.get('Allow') ?? '', /OPTIONS$/);
      }
    });

  for (const path of [
    ...[
      '/snippet',
      '/snippets/abc',
      '/snippets//',
      '//snippets',
      '//example.com/snippets',
      '/snippets/..%2f',
    ],
    ...['/Snippets/', '/snippets/7/raw/x', '/snippets%2F7/', '/healthz/', '/openapi.json/', '/%E2%82%AC'],
  ])
    it(`${path} is not redirected: 404`, async () => {
      const response = await app.raw({ path });
      assert.deepEqual([response.status, await response.json()], [404, { detail: 'Not found.' }]);
      assert.equal(response.headers.get('Allow'), null);
    });
});
