/** The order of the stages: of two reasons to refuse a request, the earlier stage's one is the answer. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { basicHeader, useAppWithUsers } from './helpers/app.js';
import type { RawRequest } from './helpers/send.js';

const WRONG_PASSWORD = { Authorization: `Basic ${btoa('alice:wrong')}` };
const NO_IMAGE = { Accept: 'image/png' };
const ANONYMOUS = 'Authentication credentials were not provided.';
const DENIED = 'You do not have permission to perform this action.';
const NOT_ACCEPTABLE = 'Could not satisfy the request Accept header.';
const CHANGED = 'The resource has changed: its ETag does not match If-Match.';
const UNSUPPORTED = 'Unsupported media type "text/plain" in request.';

type Asked = Partial<RawRequest> & { readonly query?: string };

describe('the first check that fails decides the response:', () => {
  const { app, alice, bob } = useAppWithUsers();
  before(() => app.client(alice).createSnippet({ code: 'x' }));
  const path = '/snippets/1/';

  /** Stage by stage in their order: what is wrong with a replacement by alice, and the beginning of the answer. */
  const flaws: readonly [stage: string, flaw: () => Asked, status: number, detail: string][] = [
    ['path', () => ({ path: '/nothing/' }), 404, 'Not found.'],
    ['format', () => ({ query: '?format=xml' }), 404, 'Not found.'],
    ['Accept', () => ({ headers: NO_IMAGE }), 406, NOT_ACCEPTABLE],
    ['authentication', () => ({ headers: WRONG_PASSWORD }), 401, 'Invalid username/password.'],
    ['permission', () => ({ headers: { Authorization: '' } }), 401, ANONYMOUS],
    ['method', () => ({ method: 'PATCH' }), 405, "Method 'PATCH' not allowed."],
    ['the missing object', () => ({ path: '/snippets/999999/' }), 404, 'Not found.'],
    ['object permission', () => ({ headers: basicHeader(bob) }), 403, DENIED],
    ['preconditions', () => ({ headers: { 'If-Match': '"stale"' } }), 412, CHANGED],
    ['the content type', () => ({ headers: { 'Content-Type': 'text/plain' } }), 415, UNSUPPORTED],
    ['a broken body', () => ({ body: '{"linenos":7' }), 400, 'JSON parse error'],
    ['validation', () => ({ body: '{"linenos":7}' }), 400, 'Invalid input.'],
  ];
  /** Nothing of a body is read before its type is known to be right. */
  const withheld = () => ({ withholdBody: true, headers: { 'Content-Length': '1000' } });

  flaws.forEach(([stage, flaw, status, detail], index) => {
    const later = flaws.slice(index + 1).map(([name, make]) => [name, make] as const);
    if (index < flaws.findIndex(([name]) => name === 'a broken body'))
      later.push(['the body is read', withheld]);
    for (const [other, otherFlaw] of later)
      it(`${stage} before ${other}`, async () => {
        const right = { ...basicHeader(alice), 'Content-Type': 'application/json' };
        const [second, first] = [otherFlaw(), flaw()];
        const asked = { method: 'PUT', path, query: '', body: '{"code":"y"}', ...second, ...first };
        const headers = { ...right, ...second.headers, ...first.headers };
        const response = await app.raw({ ...asked, path: `${asked.path}${asked.query}`, headers });
        const body = await response.json();
        assert.deepEqual([response.status, body.detail.startsWith(detail)], [status, true], body.detail);
      });
  });

  it('a path without its last slash is redirected before every other check', async () => {
    for (const method of ['GET', 'DELETE']) {
      const headers = { ...NO_IMAGE, ...WRONG_PASSWORD };
      const { status } = await app.raw({ method, path: '/snippets?format=xml', headers });
      assert.equal(status, method === 'GET' ? 301 : 308);
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
    for (const name of ['Content-Type', 'Content-Length']) assert.equal(response.headers.get(name), null);
  });
});
