import assert from 'node:assert/strict';
import { it } from 'node:test';
import { giveSnippets } from '#src/commands/user-records.js';
import { useAppWithUsers } from '../helpers/app.js';
import { describeOnBothStores } from '../helpers/stores.js';

describeOnBothStores('snippets', (store) => {
  const { app, alice, bob } = useAppWithUsers({ store });

  it('are replaced as a whole: what is left out takes its default', async () => {
    const { id } = await app.client(alice).createSnippet({ code: 'a', title: 'first', linenos: true });
    const updated = await app.client(alice).updateSnippet({ id, code: 'b' });
    assert.deepEqual([updated.id, updated.title, updated.code, updated.linenos], [id, '', 'b', false]);
  });

  it('are not changed by the user of before, once they are given to another one', async (t) => {
    const { store } = app;
    const { id } = await app.client(alice).createSnippet({ code: 'mine' });
    const original = store.replace.bind(store);
    const replace = t.mock.method(store, 'replace', async (...given: Parameters<typeof original>) => {
      replace.mock.restore();
      await giveSnippets(store, alice.id, { ownerId: bob.id, owner: 'bob' });
      return original(...given);
    });
    await assert.rejects(app.client(alice).updateSnippet({ id, code: 'still mine' }), { status: 403 });
    assert.equal((await app.client().getSnippet({ id })).code, 'mine');
    await app.client(bob).deleteSnippet({ id });
  });
});
