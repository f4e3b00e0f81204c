/** The order of the stages: of two reasons to refuse a request, the earlier stage's one is the answer. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { basicHeader, startAppWithUsers, type TestApp, type TestUser } from './helpers/app.js';
import type { RawRequest } from './helpers/send.js';
import { describeOnAnyStore } from './helpers/stores.js';

const JSON_BODY = { 'Content-Type': 'application/json' };
const WRONG_PASSWORD = { Authorization: `Basic ${btoa('alice:wrong')}` };
const NO_IMAGE = { Accept: 'image/png' };
const ANONYMOUS = 'Authentication credentials were not provided.';
const DENIED = 'You do not have permission to perform this action.';
const WRONG = 'Invalid username/password.';
const CHANGED = 'The resource has changed: its ETag does not match If-Match.';

describeOnAnyStore('the first check that fails decides the response:', (store) => {
  let app: TestApp;
  let alice: TestUser;
  let bob: TestUser;
  let path: string;
  before(async () => {
    ({ app, alice, bob } = await startAppWithUsers({ store }));
    path = `/snippets/${(await app.client(alice).createSnippet({ code: 'x' })).id}/`;
  });
  after(() => app.close());

  /** A request that fails at two neighbouring stages (or more), and the answer of the first. */
  const rows: readonly [name: string, request: () => RawRequest, status: number, detail: string][] = [
    [
      'path before negotiation',
      () => ({ path: '/nothing/?format=xml', headers: NO_IMAGE }),
      404,
      'Not found.',
    ],
    ['path before authentication', () => ({ path: '/nothing/', headers: WRONG_PASSWORD }), 404, 'Not found.'],
    ['format before Accept', () => ({ path: '/snippets/?format=xml', headers: NO_IMAGE }), 404, 'Not found.'],
    [
      'format before authentication',
      () => ({ path: '/snippets/?format=xml', headers: WRONG_PASSWORD }),
      404,
      'Not found.',
    ],
    [
      'Accept before authentication',
      () => ({ path: '/snippets/', headers: { ...NO_IMAGE, ...WRONG_PASSWORD } }),
      406,
      'Could not satisfy the request Accept header.',
    ],
    [
      'Accept before permission',
      () => ({ method: 'POST', path: '/snippets/', headers: NO_IMAGE }),
      406,
      'Could not satisfy the request Accept header.',
    ],
    [
      'authentication before permission',
      () => ({ method: 'POST', path: '/snippets/', headers: WRONG_PASSWORD }),
      401,
      WRONG,
    ],
    [
      'authentication before method',
      () => ({ method: 'PATCH', path: '/users/', headers: WRONG_PASSWORD }),
      401,
      WRONG,
    ],
    [
      'authentication before the missing object',
      () => ({ path: '/snippets/999999/', headers: WRONG_PASSWORD }),
      401,
      WRONG,
    ],
    ...['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].map(
      (method) =>
        [
          `permission before method: ${method} on the list`,
          () => ({ method, path: '/snippets/' }),
          401,
          ANONYMOUS,
        ] as [string, () => RawRequest, number, string],
    ),
    [
      'permission before method on a detail',
      () => ({ method: 'POST', path: '/snippets/999999/' }),
      401,
      ANONYMOUS,
    ],
    [
      'permission before the missing object',
      () => ({ method: 'DELETE', path: '/snippets/999999/' }),
      401,
      ANONYMOUS,
    ],
    [
      'permission before the content type',
      () => ({ method: 'POST', path: '/snippets/', headers: { 'Content-Type': 'text/plain' }, body: 'x' }),
      401,
      ANONYMOUS,
    ],
    [
      'permission before a broken body',
      () => ({ method: 'PUT', path, headers: JSON_BODY, body: '{"code' }),
      401,
      ANONYMOUS,
    ],
    [
      'method before the missing object',
      () => ({ method: 'PATCH', path: '/snippets/999999/', headers: basicHeader(alice) }),
      405,
      "Method 'PATCH' not allowed.",
    ],
    [
      'method before object permission',
      () => ({ method: 'POST', path, headers: basicHeader(bob) }),
      405,
      "Method 'POST' not allowed.",
    ],
    [
      'method at once, anonymous, on users',
      () => ({ method: 'POST', path: '/users/' }),
      405,
      "Method 'POST' not allowed.",
    ],
    [
      'method before the content type',
      () => ({
        method: 'PATCH',
        path,
        headers: { ...basicHeader(alice), 'Content-Type': 'text/plain' },
        body: 'x',
      }),
      405,
      "Method 'PATCH' not allowed.",
    ],
    [
      'the missing object before its preconditions',
      () => ({
        method: 'DELETE',
        path: '/snippets/999999/',
        headers: { ...basicHeader(alice), 'If-Match': '"1"' },
      }),
      404,
      'Not found.',
    ],
    [
      'the missing object before the body is read',
      () => ({
        method: 'PUT',
        path: '/snippets/999999/',
        headers: { ...basicHeader(alice), ...JSON_BODY, 'Content-Length': '1000' },
        withholdBody: true,
      }),
      404,
      'Not found.',
    ],
    [
      'the missing object before the content type',
      () => ({
        method: 'PUT',
        path: '/snippets/999999/',
        headers: { ...basicHeader(alice), 'Content-Type': 'text/plain' },
        body: 'x',
      }),
      404,
      'Not found.',
    ],
    [
      'object permission before preconditions',
      () => ({ method: 'DELETE', path, headers: { ...basicHeader(bob), 'If-Match': '"stale"' } }),
      403,
      DENIED,
    ],
    [
      'object permission before the body is read',
      () => ({
        method: 'PUT',
        path,
        headers: { ...basicHeader(bob), ...JSON_BODY, 'Content-Length': '1000' },
        withholdBody: true,
      }),
      403,
      DENIED,
    ],
    [
      'object permission before the content type',
      () => ({
        method: 'PUT',
        path,
        headers: { ...basicHeader(bob), 'Content-Type': 'text/plain' },
        body: 'x',
      }),
      403,
      DENIED,
    ],
    [
      'object permission before a broken body',
      () => ({ method: 'PUT', path, headers: { ...basicHeader(bob), ...JSON_BODY }, body: '{"code' }),
      403,
      DENIED,
    ],
    [
      'preconditions before the content type',
      () => ({
        method: 'PUT',
        path,
        headers: { ...basicHeader(alice), 'Content-Type': 'text/plain', 'If-Match': '"stale"' },
        body: 'x',
      }),
      412,
      CHANGED,
    ],
    [
      'preconditions before the body is read',
      () => ({
        method: 'PUT',
        path,
        headers: { ...basicHeader(alice), ...JSON_BODY, 'Content-Length': '1000', 'If-Match': '"stale"' },
        withholdBody: true,
      }),
      412,
      CHANGED,
    ],
    [
      'the content type before validation',
      () => ({
        method: 'POST',
        path: '/snippets/',
        headers: { ...basicHeader(alice), 'Content-Type': 'text/plain' },
        body: '{"linenos":7}',
      }),
      415,
      'Unsupported media type "text/plain" in request.',
    ],
    [
      'a broken body before validation',
      () => ({
        method: 'POST',
        path: '/snippets/',
        headers: { ...basicHeader(alice), ...JSON_BODY },
        body: '{"linenos":7',
      }),
      400,
      'JSON parse error',
    ],
    [
      'validation before the handler',
      () => ({
        method: 'PUT',
        path,
        headers: { ...basicHeader(alice), ...JSON_BODY, 'If-Match': '"1"' },
        body: '{"linenos":7}',
      }),
      400,
      'Invalid input.',
    ],
  ];

  for (const [name, request, status, detail] of rows) {
    it(name, async () => {
      const response = await app.raw(request());
      const body = await response.json();
      assert.deepEqual([response.status, body.detail.startsWith(detail)], [status, true], body.detail);
    });
  }

  it('a path without its last slash is redirected before every other check', async () => {
    for (const method of ['GET', 'DELETE']) {
      const headers = { ...NO_IMAGE, ...WRONG_PASSWORD };
      const response = await app.raw({ method, path: '/snippets?format=xml', headers });
      assert.equal(response.status, method === 'GET' ? 301 : 308);
    }
  });

  it('no refused request stores, changes or deletes anything', async () => {
    const [only, ...others] = await app.client().listSnippets().toArray();
    assert.deepEqual([only?.code, others], ['x', []]);
  });

  it('a DELETE request never reads its body', async () => {
    const created = await app.client(alice).createSnippet({ code: 'y' });
    const headers = { ...basicHeader(alice), 'Content-Type': 'text/nonsense', 'Content-Length': '1000' };
    const request = { method: 'DELETE', path: `/snippets/${created.id}/`, headers, withholdBody: true };
    const response = await app.raw(request);
    assert.deepEqual([response.status, await response.text()], [204, '']);
    assert.deepEqual(
      [response.headers.get('Content-Type'), response.headers.get('Content-Length')],
      [null, null],
    );
  });
});
