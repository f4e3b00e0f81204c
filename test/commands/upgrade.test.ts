/** `snippet-store upgrade` and stores of builds before the first release. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { openStore } from '#src/store/index.js';
import { schema } from '#src/store/schema/schema.js';
import { databaseOf, describeOnBothStores } from '../helpers/stores.js';
import { recordingLog } from '../store/samples.js';
import { results, run, temporaryFolder } from './snippet-store.js';

describeOnBothStores('upgrade', (kind) => {
  async function settingsOf(form: number) {
    const DATA_DIR = join(await temporaryFolder(), 'data');
    const url = await databaseOf(kind);
    const settings = { DATA_DIR, SECRET_KEY: 'a secret key that only tests of this project know' };
    const store = await openStore({ mongodbUrl: url, dataDir: DATA_DIR }, recordingLog());
    await store.ready;
    await store.meta.updateOne({ _id: 'schema' }, { $set: { value: form } });
    await store.close();
    return url === undefined ? settings : { ...settings, MONGODB_URL: url };
  }

  it('says which form the store has, and that nothing is left to do', async () => {
    const settings = await settingsOf(schema.writes);
    const outcome = await run(['upgrade', '--json'], settings);
    assert.deepEqual(
      [outcome.code, results(outcome)],
      [0, [{ version: schema.writes, snippets: 0, rebuilt: false }]],
    );
  });

  it('and every other command refuse a store of an older build, and say how to move it', async () => {
    const settings = await settingsOf(3);
    for (const args of [['upgrade'], ['users', 'list'], ['check']]) {
      const { code, stderr } = await run(args, settings);
      assert.equal(code, 1);
      assert.match(stderr, /The store has form 3.*Export it with the build that wrote it.*import the file/);
    }
  });
});
