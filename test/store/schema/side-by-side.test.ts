/** Two releases beside each other on one store: one that writes a new form, one that knows it, one that does not. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Collection } from '#src/store/collection.js';
import { define } from '#src/store/definition.js';
import { isStoreUnavailable, openStore, type Store, StoreTooNew } from '#src/store/index.js';
import { type Schema, schema } from '#src/store/schema/schema.js';
import { databaseOf, describeOnBothStores } from '../../helpers/stores.js';
import { recordingLog } from '../samples.js';

interface Note {
  _id: number;
  text: string;
  /** The new form has it. */
  length?: number;
}

type Notes = Collection<Note, never>;

const notes = define<Note>()({ name: 'notes', idType: 'integer', dates: {}, indexes: [] });
// The type of the store knows the collections of `src/store/definitions.ts` only.
const notesOf = (store: Store) => (store as unknown as { notes: Notes }).notes;

const NEW = schema.writes + 1;

const addLength = async (store: object): Promise<void> => {
  const all = notesOf(store as Store);
  for (const { _id, text } of await all.find({ _id: { $gt: 0 } }).toArray()) {
    await all.updateOne({ _id }, { $set: { length: text.length } });
  }
};

/** Longer than a reading of the version is good. */
const settleMs = 1500;
const today: Schema = { ...schema, settleMs };
const knowing: Schema = { ...today, knows: NEW };
const switching: Schema = {
  ...knowing,
  writes: NEW,
  steps: [...schema.steps, { version: NEW, bringForward: addLength }],
};

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

  async function open(release: Schema): Promise<Store> {
    const store = await openStore(settings, log, { further: { notes }, schema: release });
    opened.push(store);
    await store.ready;
    return store;
  }

  /** As a service that answers requests one after the other. */
  async function write(store: Store, _id: number): Promise<void> {
    await store.schema.check();
    const text = 'x'.repeat(_id);
    // The form is chosen some time before the record is stored.
    const note = { _id, text, ...(store.schema.version >= NEW && { length: text.length }) };
    await sleep(1);
    await notesOf(store).insertOne(note);
  }

  it('leave no record in the old form when the second one upgrades the store while the first one writes', async () => {
    const first = await open(knowing);
    assert.equal(first.schema.version, schema.writes);
    let upgraded = false;
    const upgrade = open(switching).finally(() => {
      upgraded = true;
    });
    let written = 0;
    for (; !upgraded || written < 50; written += 1) {
      await write(first, written + 1).catch(async (error: unknown) => {
        // The embedded store refuses the one write whose form is old.
        assert.ok(kind === 'embedded' && isStoreUnavailable(error), String(error));
        await write(first, written + 1);
      });
    }
    const second = await upgrade;
    assert.equal(first.schema.version, NEW);
    const stored = await notesOf(second)
      .find({ _id: { $gt: 0 } })
      .toArray();
    assert.equal(stored.length, written);
    assert.deepEqual(
      stored.filter(({ text, length }) => length !== text.length),
      [],
    );
  });

  it('refuse nothing when the one that switches goes back to the one that knows', async () => {
    await open(switching);
    const back = await open(knowing);
    await write(back, 1);
    assert.deepEqual(await notesOf(back).findOne({ _id: 1 }), { _id: 1, text: 'x', length: 1 });
  });

  it('go on with an upgrade that was interrupted', async () => {
    const first = await open(knowing);
    await write(first, 1);
    const interrupted: Schema = {
      ...switching,
      settleMs: 0,
      steps: [{ version: NEW, bringForward: () => Promise.reject(new Error('the power is gone')) }],
    };
    if (kind === 'embedded') await assert.rejects(open(interrupted), /the power is gone/);
    else {
      const failing = openStore(settings, log, { further: { notes }, schema: interrupted });
      await (await failing).close();
    }
    const second = await open({ ...switching, settleMs: 0 });
    assert.deepEqual(await notesOf(second).findOne({ _id: 1 }), { _id: 1, text: 'x', length: 1 });
  });

  it('refuse the one that does not know the new form, with both versions and the name of the newer release', async () => {
    const old = await open(today);
    await write(old, 1);
    await open({ ...switching, settleMs: 0 });
    const isRefused = (error: unknown) => {
      assert.ok(error instanceof StoreTooNew && isStoreUnavailable(error), String(error));
      assert.match(error.message, new RegExp(`version ${NEW}, .*up to ${schema.writes}: `));
      return true;
    };
    // Before an upgrade changes records, it waits for as long as a reading is good.
    if (kind === 'mongodb') await sleep(1100);
    await assert.rejects(write(old, 2), isRefused);
    await sleep(1100);
    await assert.rejects(async () => old.schema.check(), /release \d+\.\d+\.\d+ has upgraded it/);
    await assert.rejects(old.ping(), isRefused);
    assert.equal(log.lines.filter((line) => line.startsWith('error The store has')).length, 1);
    await assert.rejects(openStore(settings, log, { schema: today }), isRefused);
  });
});
