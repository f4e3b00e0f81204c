/** Versions, what depends on them (RFC 9110, 13), and how answers may be kept (RFC 9111, 5.2.2). */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { basicHeader, startApp, useApp, useUser } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';
import { describeOnBothStores } from '../helpers/stores.js';

const CHANGED = { detail: 'The resource has changed: its ETag does not match If-Match.' };
const LONG = 'x = 1\n'.repeat(300);

describeOnBothStores('a conditional request', (store) => {
  let path: string;
  const app = useApp({ store });
  const alice = useUser(app, 'alice');
  beforeEach(async () => {
    path = `/snippets/${(await app.client(alice).createSnippet({ code: LONG })).id}/`;
  });

  const put = (headers: Record<string, string> = {}, code = 'y') =>
    app.sendJson('PUT', path, { code }, { ...basicHeader(alice), ...headers });
  const get = (headers: Record<string, string> = {}) => app.raw({ path, headers });
  /** Without its quotes. */
  const tagOf = async (path: string, { raw }: Pick<typeof app, 'raw'> = app) =>
    (await raw({ path })).headers.get('ETag')?.replaceAll('"', '') ?? '';

  // The look-up is the same on every store.
  if (store === 'embedded')
    for (const [ifNoneMatch, acceptEncoding, status, etag] of [
      ['"TAG"', '', 304, '"TAG"'],
      ['W/"TAG"', '', 304, '"TAG"'],
      ['*', 'br', 304, '"TAG"'],
      [' "0" ,W/"TAG",  "2"', '', 304, '"TAG"'],
      ['"TAG"', 'br', 304, '"TAG"'],
      ['"TAG-br"', 'br', 304, '"TAG-br"'],
      ['"0", W/"TAG-gzip"', 'br, gzip', 304, '"TAG-gzip"'],
      // Its bytes are of no use to this client: they may lie in a cache that another client filled.
      ['"TAG-br"', 'gzip', 200, '"TAG-gzip"'],
      ['"TAG-br"', 'br;q=0', 200, '"TAG"'],
      ['"TAG-br-br"', 'br', 200, '"TAG-br"'],
      ['"0", "2"', '', 200, '"TAG"'],
      ['TAG', '', 200, '"TAG"'],
      ['"TAG', '', 200, '"TAG"'],
      ['', '', 200, '"TAG"'],
    ] as const)
      it(`is ${status} for If-None-Match: ${ifNoneMatch}, Accept-Encoding: ${acceptEncoding} and version 1`, async () => {
        const tag = await tagOf(path);
        const headers = {
          'If-None-Match': ifNoneMatch.replace('TAG', tag),
          'Accept-Encoding': acceptEncoding,
        };
        // The answer to GET, without its compressed body.
        const response = await app.raw({ method: 'HEAD', path, headers });
        assert.deepEqual([response.status, response.headers.get('ETag')], [status, etag.replace('TAG', tag)]);
      });

  for (const [ifMatch, status] of [
    ['"TAG"', 200],
    ['*', 200],
    ['"0","TAG" ,"2"', 200],
    ['"0", "TAG-gzip"', 200],
    ['"1"', 412],
    ['"1-0123456789"', 412],
    ['W/"TAG"', 412],
    ['"TAG-deflate"', 412],
    ['TAG', 412],
    ['', 412],
  ] as const)
    it(`is ${status} for If-Match: ${ifMatch}, with every method, and 412 for the same If-None-Match`, async () => {
      const headers = { 'If-Match': ifMatch.replace('TAG', await tagOf(path)) };
      const asOwner = { ...basicHeader(alice), ...headers };
      for (const method of ['GET', 'HEAD'])
        assert.equal((await app.raw({ method, path, headers })).status, status);
      if (status === 412)
        assert.equal((await app.fetch(path, { method: 'DELETE', headers: asOwner })).status, 412);
      const response = await put(headers);
      assert.equal(response.status, status);
      if (status === 412) assert.deepEqual(await response.json(), CHANGED);
      assert.equal((await (await get()).json()).code, status === 412 ? LONG : 'y');
    });

  it('of a change is 412 when If-None-Match names what there is', async () => {
    const tag = await tagOf(path);
    for (const ifNoneMatch of ['*', `"${tag}"`, `"0", W/"${tag}-br"`])
      for (const method of ['PUT', 'DELETE']) {
        const headers = { ...basicHeader(alice), 'If-None-Match': ifNoneMatch };
        const refused = await app.sendJson(
          method,
          path,
          method === 'PUT' ? { code: 'y' } : undefined,
          headers,
        );
        assert.equal(refused.status, 412, ifNoneMatch);
        assert.deepEqual(await refused.json(), {
          detail: 'The resource exists: its ETag matches If-None-Match.',
        });
      }
    assert.equal((await put({ 'If-None-Match': '"0"' })).status, 200);
  });

  it('has another tag where other fields are shown, and for other content with the same version', async (t) => {
    const open = await startApp({ store, env: { OWNERSHIP: 'off' } }, t);
    const tags = new Set([await tagOf(path)]);
    for (const code of [LONG, 'y']) {
      const created = await open.sendJson('POST', '/snippets/', { code });
      tags.add(await tagOf(created.headers.get('Location') ?? '', open));
    }
    assert.equal(tags.size, 3);
    for (const tag of tags) assert.match(tag, /^1-[0-9a-f]{10}$/);
  });

  it('lets exactly one of eight writers with the same If-Match succeed, and all without it', async () => {
    const writeAll = (headers: Record<string, string>) =>
      Promise.all(Array.from({ length: 8 }, (_, n) => put(headers, `writer ${n}`)));
    const statuses = (await writeAll({ 'If-Match': `"${await tagOf(path)}"` })).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, ...Array(7).fill(412)]);
    const tags = (await writeAll({})).map(({ headers }) => headers.get('ETag'));
    assert.equal(new Set(tags).size, 8);
    assert.match(await tagOf(path), /^10-/);
  });

  it('changes nothing about errors, and answers without a tag', async () => {
    const headers = { 'If-None-Match': '*', 'If-Match': '"stale"' };
    assert.equal((await app.raw({ path: '/snippets/999999/', headers })).status, 404);
    assert.equal((await app.raw({ path: '/snippets/', headers })).status, 200);
    assert.equal((await get({ ...headers, Accept: 'image/png' })).status, 406);
    assert.equal((await get({ ...headers, Accept: 'text/html' })).status, 200);
    assert.equal((await get({ ...headers, Authorization: 'Basic nonsense' })).status, 401);
    assert.equal((await get({ 'If-None-Match': '"2", '.repeat(600) })).status, 400);
  });
});

describe('Cache-Control', () => {
  const HTML = { Accept: 'text/html' };
  let browser: Browser;
  const app = useApp({ env: { AUTH_SCHEMES: 'session,basic,token' } });
  const alice = useUser(app, 'alice');
  before(async () => {
    await app.client(alice).createSnippet({ code: 'x' });
    browser = new Browser(app);
    await browser.logIn(alice);
  });

  for (const path of [
    ...[
      '/',
      '/snippets/',
      '/snippets/?limit=1',
      '/snippets/1/',
      '/snippets/1/raw/',
      '/snippets/1/highlight/',
    ],
    ...['/users/', '/users/1/', '/openapi.json', '/openapi.yaml', '/.well-known/api-catalog'],
  ])
    it(`lets everybody keep ${path} and compare it, and only its sender when credentials came with the request`, async () => {
      for (const method of ['GET', 'HEAD']) {
        const { headers } = await app.fetch(path, { method });
        assert.equal(headers.get('Cache-Control'), 'no-cache');
        const etag = headers.get('ETag');
        // Streamed lists have no tag: it would have to be known before the first item is read.
        assert.equal(etag === null, /^\/(snippets|users)\/(\?.*)?$/.test(path));
        if (etag === null) continue;
        const again = await app.fetch(path, { method, headers: { 'If-None-Match': etag } });
        assert.deepEqual([again.status, again.headers.get('ETag')], [304, etag]);
        assert.equal(again.headers.get('Cache-Control'), 'no-cache');
      }
      for (const mine of [
        await app.fetch(path, { headers: basicHeader(alice) }),
        await app.fetch(path, { headers: { Cookie: 'sessionid=old' } }),
        await browser.fetch(path, { headers: { Accept: '*/*' } }),
      ])
        assert.equal(mine.headers.get('Cache-Control'), 'private, no-cache');
    });

  // What answers to writes, health and errors say is in the contract, which every answer of the tests is held to.
  it('lets nobody keep pages and redirects, with a login or without', async () => {
    for (const path of ['/', '/snippets/', '/snippets/1/', '/users/1/', '/docs/', '/api-auth/login/'])
      for (const credentials of [{}, basicHeader(alice)]) {
        const page = await app.fetch(path, { headers: { ...HTML, ...credentials } });
        assert.deepEqual([page.status, page.headers.get('Cache-Control')], [200, 'no-store'], path);
      }
    assert.equal((await app.fetch('/snippets')).headers.get('Cache-Control'), 'no-store');
  });
});
