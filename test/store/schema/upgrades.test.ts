/** What every older release has stored is answered as before once this release has brought it forward. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { openStore } from '#src/store/index.js';
import { schema } from '#src/store/schema/schema.js';
import { indexWordsOf } from '#src/store/words.js';
import { basicHeader, startApp, type TestApp } from '../../helpers/app.js';
import { databaseOf, describeOnBothStores } from '../../helpers/stores.js';
import { recordingLog } from '../samples.js';
import { answersOf, PASSWORD, recorded, restoreEmbedded, restoreMongodb, SECRET_KEY } from './releases.js';

it('test/store/releases has the records of every older schema version', () => {
  const older = Array.from({ length: schema.writes - 1 }, (_, i) => i + 1);
  const missing = older.filter((version) => !recorded.includes(version));
  assert.deepEqual(missing, [], 'run scripts/record-store.mjs with the release that wrote it');
});

for (const version of recorded) {
  describeOnBothStores(`a store of schema version ${version}`, (kind) => {
    let folder: string;
    let app: TestApp;
    const log = recordingLog();

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'snippet-store-'));
      const mongodbUrl = await databaseOf(kind);
      const dataDir = join(folder, 'data');
      if (mongodbUrl === undefined) restoreEmbedded(version, dataDir);
      else await restoreMongodb(version, mongodbUrl);
      const store = await openStore({ mongodbUrl, dataDir }, log, { schema: { ...schema, settleMs: 0 } });
      await store.ready;
      await store.close();
      const env = mongodbUrl === undefined ? { DATA_DIR: dataDir } : { MONGODB_URL: mongodbUrl };
      app = await startApp({ env: { ...env, SECRET_KEY } });
    });
    after(async () => {
      await app.close();
      await rm(folder, { recursive: true });
    });

    it('is brought forward, each step with a line in the log', () => {
      const told = log.lines.filter((line) => line.startsWith('info store brought forward'));
      assert.equal(told.length, schema.writes - version);
    });

    it('is answered as that release answered', async () => {
      for (const { path, status, etag, body } of answersOf(version)) {
        const response = await app.fetch(path);
        assert.equal(response.status, status, path);
        if (/^\/snippets\/\d+\/$/.test(path)) assert.equal(response.headers.get('etag'), etag, path);
        const isJson = response.headers.get('content-type')?.startsWith('application/json');
        if (isJson) assertHolds(await response.json(), JSON.parse(body), path);
        else assert.equal(await response.text(), body, path);
      }
    });

    it('has the form of this release', async () => {
      const stored = await app.store.snippets.find({}, { sort: { _id: 1 } }).toArray();
      assert.equal(stored.length, 4);
      for (const record of stored) {
        assert.equal(record.highlighted, undefined);
        assert.ok(Buffer.isBuffer(record.highlightedGzip));
        assert.deepEqual(record.words, indexWordsOf(record.title, record.code));
      }
    });

    it('is found by search', async () => {
      const titles = async (q: string) => {
        const found = await (await app.fetch(`/snippets/?q=${encodeURIComponent(q)}`)).json();
        return found.map(({ title }: { title: string }) => title);
      };
      assert.deepEqual(await titles('grösse'), ['Größe — ß, 日本語']);
      assert.deepEqual(await titles('hello'), ['Greeting']);
      assert.deepEqual(await titles('detect_port'), ['Größe — ß, 日本語']);
      assert.deepEqual(await titles('gone'), []);
    });

    it('is changed by its users', async () => {
      const headers = {
        ...basicHeader({ username: 'ada', password: PASSWORD }),
        'Content-Type': 'application/json',
      };
      const change = {
        method: 'PUT',
        headers,
        body: JSON.stringify({ title: 'Changed', code: 'changedNow' }),
      };
      assert.equal((await app.fetch('/snippets/3/', change)).status, 200);
      const found = await (await app.fetch('/snippets/?q=changednow')).json();
      assert.deepEqual(
        found.map(({ id }: { id: number }) => id),
        [3],
      );
      assert.match(await (await app.fetch('/snippets/3/highlight/')).text(), /Changed/);
      const made = await app.fetch('/snippets/', { ...change, method: 'POST' });
      // 4 was deleted, and ids are not given twice.
      assert.equal((await made.json()).id, 6);
    });
  });
}

/** A later release may add members to what it answers. */
function assertHolds(actual: unknown, expected: unknown, path: string): void {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    assert.equal(actual.length, expected.length, path);
    for (const [i, item] of expected.entries()) assertHolds(actual[i], item, path);
    return;
  }
  assert.ok(typeof expected === 'object' && expected !== null, path);
  const members = Object.keys(expected).map((name) => [name, Reflect.get(Object(actual), name)]);
  assert.deepEqual(Object.fromEntries(members), expected, path);
}
