// Single members of a snippet are changed without losing the others, nor what somebody else has changed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient, PreconditionFailedError, UnexpectedResponseError } from 'snippet-store/sdk';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { greeting, sendJson, startServer } from './start-server.js';

describe('editing a snippet', () => {
  let app: TestApp;
  let alice: TestUser;
  before(async () => {
    app = await startApp();
    alice = await app.addUser('alice');
  });
  after(() => app.close());

  it('keeps the members that are not named', async () => {
    const store = app.client(alice);
    const { id, ...rest } = await store.createSnippet({
      code: 'let a = 1;',
      title: 'A',
      language: 'javascript',
      style: 'github',
      linenos: true,
    });
    const edited = await store.editSnippet(id, { title: 'B', language: undefined });
    assert.deepEqual(edited, { id, ...rest, title: 'B' });
    assert.deepEqual(await store.getSnippet({ id }), edited);
  });

  it('takes a function of what is there, which may leave all as it is', async () => {
    const store = app.client(alice);
    const { id } = await store.createSnippet({ code: 'a' });
    assert.equal((await store.editSnippet(id, ({ code }) => ({ code: `${code}b` }))).code, 'ab');
    const { response } = await store.withResponse.getSnippet({ id });
    assert.equal((await store.editSnippet(id, async () => undefined)).code, 'ab');
    const again = await store.withResponse.getSnippet({ id });
    assert.equal(again.response.headers.get('etag'), response.headers.get('etag'));
  });

  it('loses no change when many do it at once', async () => {
    const store = app.client(alice);
    const { id } = await store.createSnippet({ code: '0' });
    const add = () => store.editSnippet(id, ({ code }) => ({ code: String(Number(code) + 1) }));
    await Promise.all([add(), add(), add()]);
    assert.equal((await store.getSnippet({ id })).code, '3');
  });

  it("is refused for somebody else's snippet", async () => {
    const { id } = await app.client(alice).createSnippet({ code: 'a' });
    const bob = app.client(await app.addUser('bob'));
    await assert.rejects(bob.editSnippet(id, { code: 'b' }), { name: 'PermissionDeniedError' });
  });
});

describe('editing a snippet of a service that fails', () => {
  it('gives up when somebody else is faster each time', async (test) => {
    const server = await startServer(test, (response, { method }) =>
      method === 'GET'
        ? sendJson(response, 200, greeting, { ETag: '"1"' })
        : sendJson(response, 412, { detail: 'It has changed.' }),
    );
    await assert.rejects(createClient(server).editSnippet(1, { code: 'b' }), PreconditionFailedError);
    assert.equal(server.received.length, 10);
  });

  it('replaces nothing when there is no strong ETag', async (test) => {
    for (const headers of [{}, { ETag: 'W/"1"' }]) {
      const server = await startServer(test, (response) => sendJson(response, 200, greeting, headers));
      await assert.rejects(createClient(server).editSnippet(1, { code: 'b' }), UnexpectedResponseError);
      assert.equal(server.received.length, 1);
    }
  });
});
