import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startApp, type TestApp } from '../../helpers/app.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('X-Request-Id', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  it('is on every answer and differs each time', async () => {
    const ids = new Set<string | null>();
    const requests = [
      { path: '/' },
      { path: '/' },
      { path: '/nothing/' },
      { path: '/snippets' },
      { path: '/snippets/', method: 'POST' },
      { path: '/snippets/?format=xml' },
      { path: '/healthz' },
    ];
    for (const request of requests) ids.add((await app.raw(request)).headers.get('X-Request-Id'));
    assert.equal(ids.size, requests.length);
    for (const id of ids) assert.match(id ?? '', UUID);
  });

  for (const id of ['7', 'a.b-c_D', 'x'.repeat(64)]) {
    it(`is the client's own when it is harmless: ${id}`, async () => {
      const response = await app.raw({ path: '/nothing/', headers: { 'X-Request-Id': id } });
      assert.equal(response.headers.get('X-Request-Id'), id);
    });
  }

  for (const id of ['', 'x'.repeat(65), 'a b', '{"x":1}', 'é', ['a', 'b']]) {
    it(`replaces the harmful or malformed id ${JSON.stringify(id)}`, async () => {
      const response = await app.raw({ path: '/', headers: { 'X-Request-Id': id } });
      assert.match(response.headers.get('X-Request-Id') ?? '', UUID);
    });
  }
});
