/** A store that the first release wrote, whose snippets have no words, is brought forward when it is opened. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import Database from 'libsql';
import { MongoClient } from 'mongodb';
import { FILE_NAME } from '#src/store/embedded/file-name.js';
import { openStore, type Store } from '#src/store/index.js';
import { schema } from '#src/store/schema/schema.js';
import { indexWordsOf } from '#src/store/words.js';
import { type Mongod, skipWithoutMongod, startMongod } from '../../helpers/mongod.js';
import { recordingLog, snippet } from '../samples.js';

/** No process of an older release writes here. */
const hurried = { ...schema, settleMs: 0 };

/** More than one batch of those that are read at once. */
const COUNT = 450;
const old = Array.from({ length: COUNT }, (_, i) => {
  const { words: _words, ...document } = snippet(i + 1, { title: `Größe ${i + 1}`, version: 1 + (i % 3) });
  return document;
});

async function checkBroughtForward(store: Store): Promise<void> {
  assert.deepEqual(await store.meta.findOne({ _id: 'schema' }), { _id: 'schema', value: schema.writes });
  const stored = await store.snippets.find({}, { sort: { _id: 1 } }).toArray();
  const uncompressed = stored.map(({ highlightedGzip, ...record }) => ({
    ...record,
    highlighted: highlightedGzip && gunzipSync(highlightedGzip).toString(),
  }));
  assert.deepEqual(
    uncompressed,
    old.map((record) => ({ ...record, words: indexWordsOf(record.title, record.code) })),
  );
  const idsOf = async (all: string[]) =>
    (await store.snippets.find({ words: { $all: all } }, { projection: { _id: 1 } }).toArray()).map(
      ({ _id }) => _id,
    );
  assert.deepEqual(await idsOf(['grösse', '449']), [449]);
  assert.equal((await idsOf(['print'])).length, COUNT);
}

describe('an embedded store of the first release', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'snippet-store-'));
    const file = new Database(join(dataDir, FILE_NAME));
    // As that release wrote it.
    file.exec(`
      create table "snippets" (_id integer primary key not null, doc text not null, "highlighted" text) strict;
      create table "meta" (_id text primary key not null, doc text not null) strict;
      CREATE INDEX "snippets.created_1__id_1" on "snippets" (json_extract(doc, '$.created."$date"'), _id);
      insert into meta values ('schema', '{"_id":"schema","value":1}');
    `);
    const insert = file.prepare('insert into snippets values (?, ?, ?)');
    file.exec('begin');
    for (const { highlighted, ...document } of old) {
      const doc = { ...document, created: { $date: document.created.toISOString() } };
      insert.run([document._id, JSON.stringify(doc), highlighted]);
    }
    file.exec('commit');
    file.close();
  });
  after(() => rm(dataDir, { recursive: true }));

  it('is migrated by several processes that start at once', async () => {
    const opener = fileURLToPath(new URL('../writer.js', import.meta.url));
    const openers = Array.from({ length: 3 }, () =>
      spawn(process.execPath, [opener, dataDir, '0'], { stdio: ['ignore', 'ignore', 'inherit'] }),
    );
    const codes = await Promise.all(openers.map(async (process) => (await once(process, 'exit'))[0]));
    assert.deepEqual(codes, [0, 0, 0]);
    const log = recordingLog();
    const store = await openStore({ mongodbUrl: undefined, dataDir }, log);
    await checkBroughtForward(store);
    assert.deepEqual(log.lines, []);
    await store.close();
  });
});

describe('a MongoDB of the first release', { skip: skipWithoutMongod }, () => {
  let mongod: Mongod;
  let url: string;
  before(async () => {
    mongod = await startMongod();
    url = mongod.freshUrl();
    const client = new MongoClient(url);
    await client.db().collection<{ _id: number }>('snippets').insertMany(old);
    await client
      .db()
      .collection<{ _id: string; value: number }>('meta')
      .insertOne({ _id: 'schema', value: 1 });
    await client.close();
  });
  after(() => mongod.stop());

  it('is migrated by several processes that open it at once', async () => {
    const opened = await Promise.all(
      Array.from({ length: 3 }, () =>
        openStore({ mongodbUrl: url, dataDir: '' }, recordingLog(), { schema: hurried }),
      ),
    );
    await Promise.all(opened.map(({ ready }) => ready));
    for (const store of opened) await checkBroughtForward(store);
    for (const store of opened) await store.close();
  });

  it('logs its migration', async () => {
    const client = new MongoClient(url);
    const meta = client.db().collection<{ _id: string; value: number }>('meta');
    await meta.updateOne({ _id: 'schema' }, { $set: { value: 1 } });
    await meta.deleteOne({ _id: 'schema-of-records' });
    await client.close();
    const log = recordingLog();
    const store = await openStore({ mongodbUrl: url, dataDir: '' }, log, { schema: hurried });
    await store.ready;
    await store.close();
    assert.equal(
      log.lines.filter((line) => line.startsWith('info store brought forward')).length,
      schema.writes - 1,
    );
  });
});
