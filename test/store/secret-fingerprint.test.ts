/** A store belongs to the first SECRET_KEY that it is opened with. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openStore } from '#src/store/index.js';
import { changeSecretKey, fingerprintOf, keyOfStore, OtherSecretKey } from '#src/store/keys.js';
import { temporaryFolder } from '../helpers/service.js';
import { databaseOf, describeOnBothStores } from '../helpers/stores.js';
import { recordingLog } from './samples.js';

/** On a slow machine MongoDB's store is open before it is ready. */
async function openReady(settings: Parameters<typeof openStore>[0], secretKey?: string) {
  const store = await openStore(settings, recordingLog(), { secretKey });
  await store.ready.catch(async (error) => {
    await store.close();
    throw error;
  });
  return store;
}

describeOnBothStores('a store that was opened with a secret key', (kind) => {
  it('refuses another one, opens without one, and takes the one that it is changed to', async () => {
    const settings = { mongodbUrl: await databaseOf(kind), dataDir: await temporaryFolder() };
    const open = (secretKey?: string) => openReady(settings, secretKey);
    for (const key of ['one', 'one', undefined]) await (await open(key)).close();
    await assert.rejects(open('other'), OtherSecretKey);
    const store = await open();
    assert.equal(await keyOfStore(store.meta), fingerprintOf('one'));
    await changeSecretKey(store.meta, 'other');
    await store.close();
    await assert.rejects(open('one'), OtherSecretKey);
    await (await open('other')).close();
  });

  it('keeps the key of one of two processes that start at once with different keys', async () => {
    const settings = { mongodbUrl: await databaseOf(kind), dataDir: await temporaryFolder() };
    const opened = await Promise.allSettled(
      ['one', 'other'].map((secretKey) => openReady(settings, secretKey)),
    );
    assert.deepEqual(opened.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    for (const outcome of opened) if (outcome.status === 'fulfilled') await outcome.value.close();
  });
});
