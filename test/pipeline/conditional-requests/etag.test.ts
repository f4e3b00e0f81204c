import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { basicHeader, startApp, type TestApp, type TestUser } from '../../helpers/app.js';
import { describeOnBothStores } from '../../helpers/stores.js';

const CHANGED = { detail: 'The resource has changed: its ETag does not match If-Match.' };

describeOnBothStores('conditional requests', (store) => {
  let app: TestApp;
  let alice: TestUser;
  let path: string;
  before(async () => {
    app = await startApp({ store });
    alice = await app.addUser('alice');
  });
  after(() => app.close());
  beforeEach(async () => {
    path = `/snippets/${(await app.client(alice).createSnippet({ code: 'x' })).id}/`;
  });

  const put = (headers: Record<string, string> = {}, code = 'y') =>
    app.fetch(path, {
      method: 'PUT',
      headers: { ...basicHeader(alice), 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ code }),
    });
  const remove = (headers: Record<string, string>) =>
    app.fetch(path, { method: 'DELETE', headers: { ...basicHeader(alice), ...headers } });
  const get = (headers: Record<string, string> = {}) => app.raw({ path, headers });

  it('use a strong ETag, which the creation returns too and each save changes', async () => {
    const created = await app.fetch('/snippets/', {
      method: 'POST',
      headers: basicHeader(alice),
      body: new URLSearchParams({ code: 'x' }),
    });
    const location = created.headers.get('Location') ?? '';
    const read = await app.raw({ path: location });
    assert.match(read.headers.get('ETag') ?? '', /^"[^"]+"$/);
    assert.equal(read.headers.get('ETag'), created.headers.get('ETag'));

    const tags = [(await get()).headers.get('ETag')];
    // Even when nothing but the time has changed.
    for (const code of ['y', 'y']) tags.push((await put({}, code)).headers.get('ETag'));
    assert.equal(new Set(tags).size, 3);
    assert.equal((await get()).headers.get('ETag'), tags.at(-1));
  });

  for (const [ifNoneMatch, status] of [
    ['"1"', 304],
    ['W/"1"', 304],
    ['*', 304],
    ['"0", "1"', 304],
    [' "0" ,W/"1",  "2"', 304],
    ['"0"', 200],
    ['W/"0"', 200],
    ['1', 200],
    ['"1', 200],
    ['', 200],
    ['"0", "2"', 200],
  ] as const) {
    it(`If-None-Match: ${ifNoneMatch} of version "1" is ${status}`, async () => {
      const response = await get({ 'If-None-Match': ifNoneMatch });
      assert.deepEqual([response.status, response.headers.get('ETag')], [status, '"1"']);
      if (status === 304) {
        assert.equal(await response.text(), '');
        assert.equal(response.headers.get('Content-Type'), null);
      }
    });
  }

  it('return the new state once it has changed', async () => {
    await put();
    const response = await get({ 'If-None-Match': '"1"' });
    assert.deepEqual([response.status, (await response.json()).code], [200, 'y']);
  });

  it('do not affect errors, If-None-Match on writes, and lists', async () => {
    const star = { 'If-None-Match': '*', 'If-Match': '"stale"' };
    assert.equal((await app.raw({ path: '/snippets/999999/', headers: star })).status, 404);
    assert.equal((await app.raw({ path: '/snippets/', headers: star })).status, 200);
    assert.equal((await put({ 'If-None-Match': '"1"' })).status, 200);
    assert.equal((await get({ 'If-Match': '"stale"' })).status, 200);
  });

  for (const [ifMatch, status] of [
    ['"1"', 200],
    ['*', 200],
    ['"0", "1"', 200],
    ['"0","1" ,"2"', 200],
    ['"2"', 412],
    ['W/"1"', 412],
    ['"0", W/"1"', 412],
    ['1', 412],
    ['', 412],
  ] as const) {
    it(`If-Match: ${ifMatch} of version "1" is ${status}`, async () => {
      const response = await put({ 'If-Match': ifMatch });
      assert.equal(response.status, status);
      if (status === 412) {
        assert.deepEqual(await response.json(), CHANGED);
        assert.equal((await (await get()).json()).code, 'x');
      }
      const version = status === 412 ? '"1"' : '"2"';
      const wanted = status === 412 ? 412 : 204;
      assert.equal((await remove({ 'If-Match': ifMatch.replaceAll('"1"', version) })).status, wanted);
      assert.equal((await get()).status, status === 412 ? 200 : 404);
    });
  }

  it('let exactly one of many simultaneous writers succeed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put({ 'If-Match': '"1"' }, `writer ${n}`)),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, 412, 412, 412, 412, 412, 412, 412]);
    const winner = answers.find(({ status }) => status === 200);
    assert.deepEqual(await winner?.json(), await (await get()).json());
    assert.equal((await get()).headers.get('ETag'), '"2"');
  });

  it('are optional: without them the last writer wins and every save counts', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => put({}, `writer ${n}`)));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal(new Set(answers.map(({ headers }) => headers.get('ETag'))).size, 8);
    assert.equal((await get()).headers.get('ETag'), '"9"');
  });
});
