/** A store belongs to the first SECRET_KEY that it is opened with. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openStore } from '#src/store/index.js';
import { changeSecretKey, isSecretKeyOf, OtherSecretKey } from '#src/store/keys.js';
import { databaseOf, describeOnBothStores } from '../helpers/stores.js';
import { recordingLog } from './samples.js';

describeOnBothStores('a store that was opened with a secret key', (kind) => {
  it('refuses another one, opens without one, and takes the one that it is changed to', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'snippet-store-'));
    test.after(() => rm(folder, { recursive: true }));
    const settings = { mongodbUrl: await databaseOf(kind), dataDir: folder };
    const open = (secretKey?: string) => openStore(settings, recordingLog(), { secretKey });
    for (const key of ['one', 'one', undefined]) await (await open(key)).close();
    await assert.rejects(open('other'), OtherSecretKey);
    const store = await open();
    assert.equal(await isSecretKeyOf(store.meta, 'one'), true);
    await changeSecretKey(store.meta, 'other');
    await store.close();
    await assert.rejects(open('one'), OtherSecretKey);
    await (await open('other')).close();
  });

  it('keeps the key of one of two processes that start at once with different keys', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'snippet-store-'));
    test.after(() => rm(folder, { recursive: true }));
    const settings = { mongodbUrl: await databaseOf(kind), dataDir: folder };
    const opened = await Promise.allSettled(
      ['one', 'other'].map((secretKey) => openStore(settings, recordingLog(), { secretKey })),
    );
    assert.deepEqual(opened.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    for (const outcome of opened) if (outcome.status === 'fulfilled') await outcome.value.close();
  });
});
