import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SnippetStoreError } from 'snippet-store/sdk';
import { giveSnippet } from '#src/commands/user-records.js';
import { startAppWithUsers, type TestApp, type TestUser } from '../helpers/app.js';
import { describeOnBothStores } from '../helpers/stores.js';

describeOnBothStores('snippets', (store) => {
  let app: TestApp;
  let alice: TestUser;
  let bob: TestUser;
  before(async () => {
    ({ app, alice, bob } = await startAppWithUsers({ store }));
  });
  after(() => app.close());

  it('are created with defaults, owned by who created them, and read back', async () => {
    const created = await app.client(alice).createSnippet({ code: 'print("hello")\n' });
    assert.deepEqual(created, {
      id: created.id,
      owner: 'alice',
      title: '',
      code: 'print("hello")\n',
      linenos: false,
      language: 'python',
      style: 'friendly',
    });
    assert.deepEqual(await app.client().getSnippet({ id: created.id }), created);
  });

  it('are replaced as a whole: what is left out takes its default', async () => {
    const { id } = await app.client(alice).createSnippet({ code: 'a', title: 'first', linenos: true });
    const updated = await app.client(alice).updateSnippet({ id, code: 'b' });
    assert.deepEqual([updated.id, updated.title, updated.code, updated.linenos], [id, '', 'b', false]);
  });

  it('are changed and deleted by their owner alone', async () => {
    const { id } = await app.client(alice).createSnippet({ code: 'mine' });
    const refused = { status: 403, detail: 'You do not have permission to perform this action.' };
    await assert.rejects(app.client(bob).updateSnippet({ id, code: 'his' }), refused);
    await assert.rejects(app.client(bob).deleteSnippet({ id }), refused);
    await app.client(alice).deleteSnippet({ id });
    await assert.rejects(app.client().getSnippet({ id }), (error: unknown) => {
      assert.ok(error instanceof SnippetStoreError);
      assert.deepEqual([error.status, error.detail], [404, 'Not found.']);
      return true;
    });
  });

  it('are not changed by the user of before, once they are given to another one', async (t) => {
    const { snippets } = app.store;
    const { id } = await app.client(alice).createSnippet({ code: 'mine' });
    const original = snippets.updateOne.bind(snippets);
    const change = t.mock.method(snippets, 'updateOne', async (...given: Parameters<typeof original>) => {
      change.mock.restore();
      await giveSnippet(app.store, id, alice.id, { ownerId: bob.id, owner: 'bob' });
      return original(...given);
    });
    await assert.rejects(app.client(alice).updateSnippet({ id, code: 'still mine' }), { status: 403 });
    assert.equal((await app.client().getSnippet({ id })).code, 'mine');
    await app.client(bob).deleteSnippet({ id });
  });

  it('are listed in the order of their creation, whole or in slices', async () => {
    const codes: string[] = [];
    for (let n = 0; n < 5; n++) codes.push((await app.client(bob).createSnippet({ code: `n = ${n}` })).code);
    const { data: whole } = await app.client().withResponse.listSnippets();
    assert.deepEqual(
      whole.slice(-5).map(({ code }) => code),
      codes,
    );
    assert.deepEqual(
      whole.map(({ id }) => id),
      whole.map(({ id }) => id).toSorted((a, b) => a - b),
    );
    const paged = [];
    for await (const snippet of app.client().listSnippets({ limit: 2 })) paged.push(snippet);
    assert.deepEqual(paged, whole);
  });

  it('belong to their owner in the list of users', async () => {
    const carol = await app.addUser('carol');
    const { id } = await app.client(carol, 'token').createSnippet({ code: 'x' });
    assert.deepEqual(await app.client().getUser({ id: carol.id }), {
      id: carol.id,
      username: 'carol',
      snippets: [id],
    });
    const users = await app.client().listUsers();
    assert.deepEqual(
      users.map(({ username }) => username),
      ['alice', 'bob', 'carol'],
    );
  });
});
