import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { useAppWithUsers } from '../helpers/app.js';
import { describeOnBothStores } from '../helpers/stores.js';

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

  it('are read one by one', async () => {
    assert.equal(await (await app.fetch('/users/1/')).text(), '{"id":1,"username":"alice","snippets":[1,3]}');
    assert.equal((await app.fetch('/users/4/')).status, 404);
  });

  it('lose the ids of snippets that are deleted, and keep those that are replaced', async () => {
    await app.client(alice).deleteSnippet({ id: 1 });
    await app.client(alice).updateSnippet({ id: 3, code: 'y' });
    assert.deepEqual((await app.client().getUser({ id: 1 })).snippets, [3]);
  });

  it('have the ids of what was stored before they were asked for, also while others ask', async () => {
    const others = new AbortController();
    const ask = async () => (await app.client().getUser({ id: 1 })).snippets;
    const asking = Array.from({ length: 4 }, async () => {
      while (!others.signal.aborted) await ask();
    });
    for (let i = 0; i < 4; i++) {
      const { id } = await app.client(alice).createSnippet({ code: 'x' });
      assert.ok((await ask()).includes(id), `without ${id}`);
      await app.client(alice).deleteSnippet({ id });
      assert.ok(!(await ask()).includes(id), `with ${id}, which is deleted`);
    }
    others.abort();
    await Promise.all(asking);
  });

  it('are listed in full, however many there are', async () => {
    for (let n = 4; n <= 253; n++) {
      const username = `user-${n}`;
      await app.store.users.insertOne({
        _id: n,
        username,
        password: '',
        active: true,
        logins: 1,
        created: new Date(),
      });
    }
    const users = await app.client().listUsers();
    assert.deepEqual(
      users.map(({ id }) => id),
      Array.from({ length: 253 }, (_, n) => n + 1),
    );
  });
});
