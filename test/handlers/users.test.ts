import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { useAppWithUsers } from '../helpers/app.js';
import { describeOnBothStores } from '../helpers/stores.js';
import { snippet } from '../store/samples.js';

describeOnBothStores('users', (store) => {
  const { app, alice, bob } = useAppWithUsers({ store });
  before(async () => {
    await app.addUser('Ünïcode@example.org');
    for (const user of [alice, bob, alice]) await app.client(user).createSnippet({ code: 'x' });
  });

  it('are listed by id, each with the ids of their snippets, ascending', async () => {
    assert.equal(
      await (await app.fetch('/users/')).text(),
      '[{"id":1,"username":"alice","snippets":[1,3]},' +
        '{"id":2,"username":"bob","snippets":[2]},' +
        '{"id":3,"username":"Ünïcode@example.org","snippets":[]}]',
    );
  });

  it('lose the ids of snippets that are deleted, and keep those that are replaced', async () => {
    await app.client(alice).deleteSnippet({ id: 1 });
    await app.client(alice).updateSnippet({ id: 3, code: 'y' });
    assert.deepEqual((await app.client().getUser({ id: 1 })).snippets, [3]);
  });

  it('with very many snippets are told whole, and keep nobody out of the list', async () => {
    const many = Array.from({ length: 12_000 }, (_, i) => snippet(1000 + i, { ownerId: bob.id, terms: [] }));
    await app.store.insertMany(app.store.snippets, many);
    const ids = [2, ...many.map(({ _id }) => _id)];
    const one = await app.fetch(`/users/${bob.id}/`);
    assert.equal(await one.text(), `{"id":2,"username":"bob","snippets":[${ids}]}`);
    const lengths = (await app.client().listUsers()).map(({ snippets }) => snippets.length);
    assert.deepEqual(lengths, [1, ids.length, 0]);
  });

  it('are listed in full, however many there are', async () => {
    const user = { password: '', active: true, logins: 1, created: new Date() };
    for (let _id = 4; _id <= 253; _id++)
      await app.store.users.insertOne({ ...user, _id, username: `user-${_id}` });
    const users = await app.client().listUsers();
    const ids = Array.from({ length: 253 }, (_, n) => n + 1);
    assert.deepEqual(
      users.map(({ id }) => id),
      ids,
    );
  });
});
