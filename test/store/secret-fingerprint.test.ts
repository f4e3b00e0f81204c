/** A store belongs to the first SECRET_KEY that it is opened with. `commands/secret.test.ts` changes it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openStore, StoreRefused } from '#src/store/index.js';
import { temporaryFolder } from '../helpers/service.js';
import { databaseOf, describeOnBothStores } from '../helpers/stores.js';
import { recordingLog } from './samples.js';

describeOnBothStores('a store', (kind) => {
  it('keeps the key of one of two processes that start at once with different keys', async () => {
    const settings = { mongodbUrl: await databaseOf(kind), dataDir: await temporaryFolder() };
    const open = async (secretKey: string) => {
      const store = await openStore(settings, recordingLog(), { secretKey });
      // On a slow machine MongoDB's store is open before it is ready.
      await store.ready.finally(() => store.close());
    };
    const outcomes = await Promise.allSettled(['one', 'other'].map(open));
    const failed = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    assert.ok(failed.length === 1 && failed[0] instanceof StoreRefused, String(failed));
  });
});
