/** Two releases beside each other on one store: one that writes a new form, one that knows it, one that does not. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreUnavailable, openStore, type Store, StoreTooNew } from '#src/store/index.js';
import { type Schema, schema } from '#src/store/schema/schema.js';
import { formTerm, termsOf } from '#src/store/terms.js';
import { knowing, OLD, switching } from '../../faults/made-up-form.js';
import { databaseOf, describeOnBothStores } from '../../helpers/stores.js';
import { until } from '../../helpers/until.js';
import { recordingLog, snippet } from '../samples.js';

const NEW = OLD + 1;

describeOnBothStores('releases side by side', (kind) => {
  let folder: string;
  let settings: { mongodbUrl: string | undefined; dataDir: string };
  let opened: Store[];
  const log = recordingLog();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-'));
    settings = { mongodbUrl: await databaseOf(kind), dataDir: folder };
    opened = [];
  });
  afterEach(async () => {
    for (const store of opened) await store.close();
    await rm(folder, { recursive: true });
  });

  async function open(release: Schema, bringsForward = false): Promise<Store> {
    const store = await openStore(settings, log, { schema: release, bringsForward });
    opened.push(store);
    await store.ready;
    return store;
  }

  /** As a service that answers requests one after the other. */
  async function write(store: Store, _id: number): Promise<void> {
    await store.schema.check();
    // The form is chosen some time before the record is stored.
    const form = store.schema.version;
    const record = snippet(_id, { form, title: form >= NEW ? `${_id}!` : `${_id}` });
    await sleep(1);
    await store.snippets.insertOne({ ...record, terms: termsOf(record) });
  }

  const olderIn = (store: Store) => store.snippets.countDocuments({ terms: { $all: [formTerm(OLD)] } });

  it('leave no snippet in the old form while the first one goes on writing', async () => {
    const first = await open(knowing);
    assert.equal(first.schema.version, OLD);
    for (let id = 1; id <= 120; id += 1) await write(first, id);
    const second = await open(switching, true);
    let written = 120;
    for (; written < 150; written += 1) await write(first, written + 1);
    // The background does the same every minute: what an older process wrote meanwhile is found.
    await second.forward.run();
    await until('no snippet is in the old form', async () => (await olderIn(second)) === 0);
    const stored = await second.snippets
      .find({}, { sort: { _id: 1 }, projection: { title: 1, form: 1 } })
      .toArray();
    assert.deepEqual(
      stored,
      Array.from({ length: written }, (_, i) => ({ _id: i + 1, title: `${i + 1}!`, form: NEW })),
    );
    assert.equal(second.forward.remaining, 0);
    assert.ok(log.lines.some((line) => line.startsWith('info snippets brought forward')));
  });

  it('find a save that an older process makes over the new form', async () => {
    const first = await open(knowing);
    await write(first, 1);
    const second = await open(switching, true);
    await second.forward.run();
    const older = snippet(1, { form: OLD, title: 'saved by an older process' });
    const { _id: _, version: __, ...fields } = older;
    await second.snippets.updateOne(
      { _id: 1 },
      { $set: { ...fields, terms: termsOf(older) }, $inc: { version: 1 } },
    );
    assert.equal(await second.forward.run(), 1);
    assert.equal((await second.snippets.findOne({ _id: 1 }))?.title, 'saved by an older process!');
    assert.equal((await second.snippets.findOne({ _id: 1 }))?.version, 2);
  });

  it('let a save in the meantime win, and go on after an interruption', async () => {
    const first = await open(knowing);
    for (let id = 1; id <= 3; id += 1) await write(first, id);
    const failing: Schema = {
      ...switching,
      forms: [
        {
          number: NEW,
          async bringForward({ _id, title }) {
            if (_id === 2) throw new Error('the power is gone');
            // Somebody saves while this is at work.
            await first.snippets.updateOne(
              { _id, version: 1 },
              { $set: { title: 'saved' }, $inc: { version: 1 } },
            );
            return { title: `${title}!` };
          },
        },
      ],
    };
    const second = await open(failing);
    await assert.rejects(second.forward.run(), /the power is gone/);
    assert.equal((await first.snippets.findOne({ _id: 1 }))?.title, 'saved');
    const third = await open(switching);
    assert.equal(await third.forward.run(), 3);
    const titles = await third.snippets.find({}, { sort: { _id: 1 }, projection: { title: 1 } }).toArray();
    assert.deepEqual(
      titles.map(({ title }) => title),
      ['saved!', '2!', '3!'],
    );
  });

  it('refuse nothing when the one that switches goes back to the one that knows', async () => {
    await open(switching, true);
    const back = await open(knowing, true);
    await write(back, 1);
    assert.equal((await back.snippets.findOne({ _id: 1 }))?.title, '1!');
  });

  it('are left as they are by what is neither serve nor upgrade', async () => {
    const first = await open(knowing);
    await write(first, 1);
    const command = await open(switching);
    assert.equal((await command.meta.findOne({ _id: 'schema' }))?.value, OLD);
    assert.equal(await olderIn(command), 1);
  });

  it('refuse the one that does not know the new form, with both forms and the name of the newer release', async () => {
    const old = await open(schema);
    await write(old, 1);
    await open(switching, true);
    const isRefused = (error: unknown) => {
      assert.ok(error instanceof StoreTooNew && isStoreUnavailable(error), String(error));
      assert.match(error.message, new RegExp(`form ${NEW}, .*up to ${OLD}: `));
      return true;
    };
    await sleep(1100);
    await assert.rejects(write(old, 2), isRefused);
    await assert.rejects(async () => old.schema.check(), /release \d+\.\d+\.\d+ has upgraded it/);
    await assert.rejects(old.ping(), isRefused);
    assert.equal(log.lines.filter((line) => line.startsWith('error The store has')).length, 1);
    await assert.rejects(openStore(settings, log, { schema }), isRefused);
  });
});
