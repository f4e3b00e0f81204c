import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { definitions } from '#src/store/definitions.js';
import { openStore, type Store } from '#src/store/index.js';
import { type Mongod, skipWithoutMongod, startMongod } from '../helpers/mongod.js';
import { complaintsAbout, SHARD_KEYS } from '../helpers/shard-plan.js';
import { checkCommands, watchedCommands } from '../helpers/watch-commands.js';
import { recordingLog, snippet } from './samples.js';

describe('the plan of the shards', () => {
  it('is the table of docs/scaling.md', () => {
    const page = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` \| `\{ (\w+): 'hashed' \}` \|/gm)].map(([, name, key]) => [
      name,
      key,
    ]);
    assert.deepEqual(Object.fromEntries(rows), SHARD_KEYS);
  });

  it('shards no collection with a unique index that its shard key does not begin', () => {
    for (const { name, indexes } of Object.values(definitions))
      assert.deepEqual(complaintsAbout('createIndexes', { createIndexes: name, indexes }), []);
  });

  for (const [name, command, complaint] of [
    ['find', { find: 'snippets', filter: { _id: { $in: [1, 2] } } }, undefined],
    ['find', { find: 'snippets', filter: {}, sort: new Map([['_id', 1]]), limit: 32 }, undefined],
    ['find', { find: 'snippets', filter: { title: 'x' } }, 'find on snippets reads without _id: { title }'],
    ['find', { find: 'users', filter: { username: 'x' } }, undefined],
    ['update', { update: 'snippets', updates: [{ q: { _id: 1, version: 2 } }] }, undefined],
    [
      'update',
      { update: 'snippets', updates: [{ q: { ownerId: 1 } }] },
      'update on snippets writes without _id: { ownerId }',
    ],
    [
      'findAndModify',
      { findAndModify: 'sessions', query: { userId: 1 } },
      'findAndModify on sessions writes without _id: { userId }',
    ],
    ['delete', { delete: 'sessions', deletes: [{ q: { userId: 1 }, limit: 0 }] }, undefined],
    [
      'delete',
      { delete: 'sessions', deletes: [{ q: { userId: 1 }, limit: 1 }] },
      'delete on sessions writes without _id: { userId }',
    ],
    [
      'createIndexes',
      { createIndexes: 'snippets', indexes: [{ key: { title: 1 }, unique: true }] },
      'createIndexes on snippets is unique without the shard key: {"title":1}',
    ],
  ] as const)
    it(`${complaint === undefined ? 'allows' : 'forbids'} ${JSON.stringify(command)}`, () => {
      assert.deepEqual(complaintsAbout(name, command), complaint === undefined ? [] : [complaint]);
    });

  describe('while a test runs', { skip: skipWithoutMongod }, () => {
    let mongod: Mongod;
    let store: Store;
    before(async () => {
      mongod = await startMongod();
      store = await openStore({ mongodbUrl: mongod.freshUrl(), dataDir: '' }, recordingLog());
      await store.ready;
    });
    after(async () => {
      await store.close();
      await mongod.stop();
    });

    it('is held against what the driver sends', async () => {
      const before = watchedCommands();
      await store.snippets.insertOne(snippet(1));
      await store.snippets.updateOne({ _id: 1, version: 1 }, { $set: { title: 'new' } });
      assert.equal(watchedCommands() - before, 2);
      checkCommands();
      await store.snippets.updateOne({ ownerId: 1 }, { $set: { title: 'newer' } });
      assert.throws(checkCommands, /update on snippets writes without _id: \{ ownerId \}/);
    });
  });
});
