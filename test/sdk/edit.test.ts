// Single members of a snippet are changed without losing the others, nor what somebody else has changed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';

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
    const given = { code: 'let a = 1;', language: 'javascript', style: 'github', linenos: true } as const;
    const { id, ...rest } = await store.createSnippet({ ...given, title: 'A' });
    const edited = await store.editSnippet(id, { title: 'B', language: undefined });
    assert.deepEqual(edited, { id, ...rest, title: 'B' });
    assert.deepEqual(await store.getSnippet({ id }), edited);
  });

  it('takes a function of what is there, which may leave all as it is', async () => {
    const store = app.client(alice);
    const { id } = await store.createSnippet({ code: 'a' });
    assert.equal((await store.editSnippet(id, ({ code }) => ({ code: `${code}b` }))).code, 'ab');
    const etag = async () => (await store.withResponse.getSnippet({ id })).response.headers.get('etag');
    const before = await etag();
    assert.equal((await store.editSnippet(id, async () => undefined)).code, 'ab');
    assert.equal(await etag(), before);
  });

  it('loses no change when many do it at once', async () => {
    const store = app.client(alice);
    const { id } = await store.createSnippet({ code: '0' });
    const add = () => store.editSnippet(id, ({ code }) => ({ code: String(Number(code) + 1) }));
    await Promise.all([add(), add(), add()]);
    assert.equal((await store.getSnippet({ id })).code, '3');
  });
});
