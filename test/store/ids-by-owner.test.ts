import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { useApp } from '../helpers/app.js';
import { describeOnBothStores } from '../helpers/stores.js';
import { snippet } from './samples.js';

describeOnBothStores('the ids of snippets by owner', (store) => {
  const OWNERS = [1, 1, 3, 2, 3, 1, 4, 3, 3, null, 1, 2];
  const app = useApp({ store });
  before(async () => {
    for (const [index, ownerId] of OWNERS.entries())
      await app.store.snippets.insertOne(snippet(index + 1, { ownerId }));
  });

  const expected = new Map([
    [1, [1, 2, 6, 11]],
    [2, [4, 12]],
    [3, [3, 5, 8, 9]],
    [4, [7]],
  ]);

  const { signal } = new AbortController();

  it('are complete and ascending', async () => {
    assert.deepEqual(await app.store.idsByOwner(1, 4, signal), expected);
  });

  it('are those of the asked owners', async () => {
    assert.deepEqual(await app.store.idsByOwner(2, 3, signal), new Map([...expected].slice(1, 3)));
    assert.deepEqual(await app.store.idsByOwner(5, 9, signal), new Map());
  });
});
