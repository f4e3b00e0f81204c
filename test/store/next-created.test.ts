/** `created` of a new snippet, whatever the clock says. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openStore } from '#src/store/index.js';
import { nextCreated } from '#src/store/next-created.js';
import { databaseOf, describeOnBothStores } from '../helpers/stores.js';
import { recordingLog, START, snippet } from './samples.js';

describeOnBothStores('the time of a new snippet', (kind) => {
  it('is never before that of the newest one, by whichever process it was stored', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'snippet-store-'));
    test.after(() => rm(folder, { recursive: true }));
    const settings = { mongodbUrl: await databaseOf(kind), dataDir: folder };
    const [one, other] = await Promise.all([
      openStore(settings, recordingLog()),
      openStore(settings, recordingLog()),
    ]);
    test.after(() => Promise.all([one.close(), other.close()]));
    await Promise.all([one.ready, other.ready]);

    const today = () => START + 86_400_000;
    const yesterday = () => START;
    const created = await nextCreated(one, today);
    assert.equal(+created, today());
    await one.snippets.insertOne(snippet(1, { created }));
    // The other process runs where the clock was set back.
    const times = await Promise.all([nextCreated(other, yesterday), nextCreated(other, yesterday)]);
    assert.deepEqual(times, [created, created]);
    assert.equal(+(await nextCreated(other, () => today() + 1)), today() + 1);
  });
});
