/** The embedded store: what both stores do, and what only a file has to prove. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import Database from 'libsql';
import { FILE_NAME } from '#src/store/embedded/file-name.js';
import { openEmbedded } from '#src/store/embedded/open.js';
import { isStoreUnavailable, openStore, type Store } from '#src/store/index.js';
import { until } from '../helpers/until.js';
import { readInBatchesCases } from './read-in-batches.cases.js';
import { read, recordingLog, snippet } from './samples.js';
import { storeCases } from './store.cases.js';

let folder: string | undefined;
let made: Promise<string> | undefined;
let opened: Store[] = [];

async function open(): Promise<Store> {
  made ??= mkdtemp(join(tmpdir(), 'snippet-store-'));
  folder = await made;
  const store = await openEmbedded(join(folder, 'data'), recordingLog(), { sweepEveryMs: 100 });
  opened.push(store);
  return store;
}

async function reset(): Promise<void> {
  for (const store of opened) await store.close();
  if (folder) await rm(folder, { recursive: true });
  opened = [];
  folder = undefined;
  made = undefined;
}

describe('the embedded store', () => {
  storeCases('embedded', { open, reset });
  readInBatchesCases({ open, reset });

  describe('the file', () => {
    afterEach(reset);

    it('is readable by its owner alone, with all that stands beside it', async () => {
      const store = await open();
      await store.snippets.insertOne(snippet(1));
      const data = join(folder ?? '', 'data');
      const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
      assert.equal(await mode(data), '700');
      const files = await readdir(data);
      assert.deepEqual(files.sort(), [FILE_NAME, `${FILE_NAME}-shm`, `${FILE_NAME}-wal`]);
      for (const file of files) assert.equal(await mode(join(data, file)), '600', file);
    });

    it('lets a list go before searches that came earlier', async () => {
      const store = await open();
      await store.snippets.insertOne(snippet(1, { terms: ['word'] }));
      const slice = { sort: { _id: 1 }, limit: 1, projection: { _id: 1 } } as const;
      let ended = 0;
      const searches = Array.from({ length: 50 }, async () => {
        await store.readMany(store.snippets, { terms: { $all: ['word'] } }, slice);
        ended += 1;
      });
      // Beside the first pieces of the searches, and then beside the others.
      for (let i = 0; i < 2; i++) await store.readMany(store.snippets, {}, slice);
      const before = ended;
      await Promise.all(searches);
      assert.ok(before < 10, `${before} searches ended before the list`);
    });

    it('ends a search that takes longer than anyone waits for it', async (t) => {
      const store = await open();
      // More ids than the first window of a search has, and no record with both.
      for (const [i, _id] of [1, 30_000, 200_000].entries())
        await store.snippets.insertOne(snippet(_id, { terms: [i % 2 === 0 ? 'even' : 'odd'] }));
      const search = () =>
        store.readMany(
          store.snippets,
          { terms: { $all: ['even', 'odd'] } },
          { sort: { _id: 1 }, limit: 10, projection: { _id: 1 } },
        );
      assert.deepEqual(await search(), []);
      let now = performance.now();
      t.mock.method(performance, 'now', () => {
        now += 10_000;
        return now;
      });
      await assert.rejects(search, (error) => isStoreUnavailable(error));
    });

    it('holds everything by itself after a graceful stop', async () => {
      const store = await open();
      await store.snippets.insertOne(snippet(1));
      await store.close();
      const data = join(folder ?? '', 'data');
      const log = await stat(join(data, `${FILE_NAME}-wal`)).catch(() => ({ size: 0 }));
      assert.equal(log.size, 0);
    });

    it('shrinks after a delete', async () => {
      const store = await open();
      const path = join(folder ?? '', 'data', FILE_NAME);
      for (let id = 1; id <= 20; id += 1)
        await store.snippets.insertOne(snippet(id, { markup: 'x'.repeat(100_000) }));
      const pages = () => {
        const database = new Database(path);
        const [[count]] = database.prepare('select page_count from pragma_page_count').raw().all([]) as [
          [number],
        ];
        database.close();
        return count;
      };
      const full = pages();
      await store.snippets.deleteMany({ ownerId: 1 });
      await until(`no more than a fifth of ${full} pages is left`, () => pages() <= full / 5);
    });

    it('that cannot be written stops the start and names DATA_DIR', async () => {
      folder = await mkdtemp(join(tmpdir(), 'snippet-store-'));
      const blocked = join(folder, 'file');
      await writeFile(blocked, '');
      const start = openStore({ mongodbUrl: undefined, dataDir: join(blocked, 'data') }, recordingLog());
      await assert.rejects(start, /DATA_DIR: the embedded store cannot be written at .*ENOTDIR/);
    });

    it('that is no database stops the start', async () => {
      folder = await mkdtemp(join(tmpdir(), 'snippet-store-'));
      await writeFile(join(folder, FILE_NAME), 'a text that is no database. '.repeat(100));
      await chmod(join(folder, FILE_NAME), 0o600);
      const start = openStore({ mongodbUrl: undefined, dataDir: folder }, recordingLog());
      await assert.rejects(start, /not a database/);
    });
  });

  describe('what lies outside the subset', () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
      await store.snippets.insertOne(snippet(1));
    });
    afterEach(reset);

    // Callers without types, or with a request's object where a value belongs.
    const refused: [string, (snippets: Untyped) => Promise<unknown>, RegExp][] = [
      ['an operator', (s) => s.find({ ownerId: { $ne: 1 } }).toArray(), /operator \$ne is outside/],
      ['a top operator', (s) => s.find({ $where: 'true' }).toArray(), /operator \$where is outside/],
      ['an update operator', (s) => s.updateOne({ _id: 1 }, { $push: { title: 1 } }), /\$push is outside/],
      ['a replacement', (s) => s.updateOne({ _id: 1 }, { title: 'x' }), /operator title is outside/],
      ['an empty update', (s) => s.updateOne({ _id: 1 }, {}), /needs an operator/],
      ['a nested value', (s) => s.findOne({ ownerId: { a: 1 } }), /operator a is outside/],
      ['an undefined value', (s) => s.findOne({ _id: undefined }), /not undefined/],
      ['a text as a number', (s) => s.findOne({ _id: '1' }), /_id" is integer, not string "1"/],
      ['a text among numbers', (s) => s.findOne({ _id: { $in: ['1'] } }), /_id" is integer, not string/],
      ['a filter by an own column', (s) => s.findOne({ code: 'x' }), /cannot be searched/],
      ['terms by equality', (s) => s.findOne({ terms: 'a' }), /"terms" is asked by \$all/],
      ['numbers in $all', (s) => s.findOne({ terms: { $all: [1] } }), /neither a term nor the beginning/],
      ['a space in a term', (s) => s.findOne({ terms: { $all: ['a b'] } }), /neither a term nor/],
      ['an expression', (s) => s.findOne({ terms: { $all: [/a.*b/] } }), /neither a term nor/],
      ['a flag', (s) => s.findOne({ terms: { $all: [/^a/i] } }), /neither a term nor/],
      ['terms within $or', (s) => s.findOne({ $or: [{ terms: { $all: ['a'] } }] }), /cannot be searched/],
      ['$all of no list', (s) => s.findOne({ ownerId: { $all: [1] } }), /operator \$all is outside/],
      ['a sort by terms', (s) => s.find({}, { sort: { terms: 1 } }).toArray(), /cannot be searched/],
      [
        'a search in another order',
        (s) => s.find({ terms: { $all: ['a'] } }, { sort: { ownerId: 1 } }).toArray(),
        /sorted by _id alone/,
      ],
      ['a list of numbers', (s) => s.updateOne({ _id: 1 }, { $set: { terms: [1] } }), /is a list of terms/],
      [
        'a term with a space',
        (s) => s.updateOne({ _id: 1 }, { $set: { terms: ['a b'] } }),
        /is a list of terms/,
      ],
      ['$max of a number', (s) => s.updateOne({ _id: 1 }, { $max: { version: 3 } }), /\$max compares dates/],
      ['a dotted path', (s) => s.findOne({ 'a.b': 1 }), /"a.b" is no operator or field/],
      ['SQL in a name', (s) => s.findOne({ "a') or 1 --": 1 }), /is no operator or field/],
      ['a mixed projection', (s) => s.findOne({ _id: 1 }, { projection: { code: 1, title: 0 } }), /all 1 or/],
      ['an infinite number', (s) => s.updateOne({ _id: 1 }, { $set: { version: Infinity } }), /cannot keep/],
      ['a date that is none', (s) => s.updateOne({ _id: 1 }, { $set: { created: 1 } }), /declared as a date/],
      ['a date elsewhere', (s) => s.updateOne({ _id: 1 }, { $set: { title: new Date() } }), /cannot keep/],
      ['another _id', (s) => s.updateOne({ _id: 1 }, { $set: { _id: 2 } }), /never changes/],
    ];
    for (const [what, ask, message] of refused) {
      it(`${what} is refused by name`, async () => {
        // As unknown: the types forbid what is tried here.
        await assert.rejects(async () => ask(store.snippets as unknown as Untyped), message);
        assert.deepEqual(await store.snippets.findOne({ _id: 1 }), read(snippet(1)));
      });
    }

    it('a closed store counts as unavailable', async () => {
      await store.close();
      await assert.rejects(store.ping(), isStoreUnavailable);
    });
  });
});

interface Untyped {
  find(filter: object, options?: object): { toArray(): Promise<unknown[]> };
  findOne(filter: object, options?: object): Promise<unknown>;
  updateOne(filter: object, update: object): Promise<unknown>;
}
