// The client and the service together: what a program does with snippets all day.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BadRequestError, createClient, NotFoundError, token } from 'snippet-store/sdk';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';

describe('a program that uses the service', () => {
  let app: TestApp;
  let alice: TestUser;
  before(async () => {
    app = await startApp();
    alice = await app.addUser('alice');
  });
  after(() => app.close());

  it('asks for a token once and goes on with it', async () => {
    const { token: key } = await app
      .client()
      .createToken({ username: alice.username, password: alice.password });
    const store = createClient({ baseUrl: app.url, auth: token(key) });
    assert.equal((await store.createSnippet({ code: 'print(1)' })).owner, 'alice');
  });

  it('gets every character back that it stored', async () => {
    const store = app.client(alice);
    const code = '\ufeff# ünïcode 🐢\r\n\tprint("\\u0000")\n\n';
    const { id } = await store.createSnippet({ code });
    assert.equal((await store.getSnippet({ id })).code, code);
    assert.equal(await store.getSnippetCode({ id }), code);
  });

  it('changes a snippet only while nobody else has', async () => {
    const store = app.client(alice);
    const { data: mine, response } = await store.withResponse.createSnippet({ code: 'a' });
    const etag = response.headers.get('etag') ?? '';
    await store.updateSnippet({ ...mine, code: 'b', 'If-Match': etag });
    await assert.rejects(store.updateSnippet({ ...mine, code: 'c', 'If-Match': etag }), { status: 412 });
    await assert.rejects(store.deleteSnippet({ id: mine.id, 'If-Match': etag }), { status: 412 });
    assert.equal((await store.getSnippet({ id: mine.id })).code, 'b');
  });

  it('does not load again what it already has', async () => {
    const store = app.client(alice);
    const { data, response } = await store.withResponse.createSnippet({ code: 'a' });
    const known = { id: data.id, 'If-None-Match': response.headers.get('etag') ?? '' };
    assert.equal(await store.getSnippet(known), undefined);
    await store.updateSnippet({ id: data.id, code: 'b' });
    assert.equal((await store.getSnippet(known))?.code, 'b');
  });

  it('walks through all snippets in batches', async () => {
    const store = app.client(alice);
    for (const code of ['1', '2', '3', '4', '5']) await store.createSnippet({ code });
    const walked: number[] = [];
    for await (const { id } of store.snippets({ batch: 2 })) walked.push(id);
    const listed = (await store.listSnippets()).map(({ id }) => id);
    assert.deepEqual(walked, listed);
    assert.ok(walked.length >= 5);
  });

  it('learns what is wrong with each field', async () => {
    const error = await app
      .client(alice)
      .createSnippet({ code: '\ud800', title: 'x'.repeat(101) })
      .catch((e) => e);
    assert.ok(error instanceof BadRequestError);
    assert.deepEqual(Object.keys(error.fields).sort(), ['code', 'title']);
  });

  it('learns what is wrong also where the answer would have been no JSON', async () => {
    const store = app.client(alice);
    const missing = { name: 'NotFoundError', detail: 'Not found.' };
    await assert.rejects(store.getSnippetCode({ id: 999_999 }), missing);
    await assert.rejects(store.getSnippetHighlight({ id: 999_999 }), missing);
  });

  it('learns the id of its request, to find it in the log of the service', async () => {
    const error = await app
      .client()
      .getSnippet({ id: 999_999 })
      .catch((e) => e);
    assert.ok(error instanceof NotFoundError);
    assert.match(error.requestId ?? '', /^[\w-]+$/);
  });

  it('learns that something is forbidden or missing', async () => {
    const { id } = await app.client(alice).createSnippet({ code: 'a' });
    const bob = app.client(await app.addUser('bob'));
    await assert.rejects(app.client().createSnippet({ code: 'a' }), { status: 401 });
    await assert.rejects(bob.updateSnippet({ id, code: 'b' }), { status: 403 });
    await app.client(alice).deleteSnippet({ id });
    await assert.rejects(bob.getSnippet({ id }), {
      name: 'NotFoundError',
      status: 404,
      detail: 'Not found.',
    });
  });
});
