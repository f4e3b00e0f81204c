/** The counters of what each user has stored. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { stopCounting } from '#src/store/usage.js';
import { startApp } from '../helpers/app.js';

it('deletes the counters of the users whose snippets a command changes, and of no others', async () => {
  const app = await startApp({ env: { QUOTA_SNIPPETS: '10' } });
  const { usage } = app.store;
  const counted = async () => (await usage.find({ _id: { $gt: 0 } }).toArray()).map(({ _id }) => _id);
  for (const _id of [1, 2, 3]) await usage.insertOne({ _id, snippets: 1, bytes: 1 });
  await stopCounting(app.store, [1, 3]);
  assert.deepEqual(await counted(), [2]);
  await stopCounting(app.store);
  assert.deepEqual(await counted(), []);
  await app.close();
});
