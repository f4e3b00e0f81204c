/** The embedded store: what both stores do, and what only a file has to prove. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, requireSafeSqlite } from '#src/store/embedded/connection.js';
import { FILE_NAME, LOCK_NAME } from '#src/store/embedded/file.js';
import { openEmbedded } from '#src/store/embedded/open.js';
import { Reader } from '#src/store/embedded/reader.js';
import { Writer } from '#src/store/embedded/writer.js';
import { isStoreUnavailable, openStore, type Store } from '#src/store/index.js';
import { STORE_VERSION } from '#src/store/state.js';
import type { OpenOptions } from '#src/store/store.js';
import { countOf } from '../helpers/stores.js';
import { readInBatchesCases } from './read-in-batches.cases.js';
import { read, recordingLog, snippet } from './samples.js';
import { storeCases } from './store.cases.js';

let folder: string | undefined;
let made: Promise<string> | undefined;
let opened: Store[] = [];

async function open(options: OpenOptions = {}): Promise<Store> {
  made ??= mkdtemp(join(tmpdir(), 'snippet-store-'));
  folder = await made;
  const store = await openEmbedded(join(folder, 'data'), recordingLog(), { ...options, sweepEveryMs: 100 });
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
  storeCases({ open, reset });
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
      assert.deepEqual(files.sort(), [LOCK_NAME, FILE_NAME, `${FILE_NAME}-shm`, `${FILE_NAME}-wal`]);
      for (const file of files) assert.equal(await mode(join(data, file)), '600', file);
    });

    it('shows each connection at once what another has written', async () => {
      const [one, other] = await Promise.all([open(), open()]);
      for (let id = 1; id <= 20; id += 1) {
        await one.snippets.insertOne(snippet(id));
        // Reads of every kind, so that none of them holds an old snapshot open for the next.
        assert.equal((await other.snippets.findOne({ _id: id }))?._id, id);
        assert.equal(await countOf(other.snippets), id);
        assert.equal((await other.snippets.find({}, { limit: 1 }).toArray()).length, 1);
        await other.snippets.updateOne({ _id: id }, { $inc: { version: 1 } });
        assert.equal((await one.snippets.findOne({ _id: id }))?.version, 2);
      }
    });

    it('ends a search that takes longer than anyone waits for it, and goes on with the next', async () => {
      const store = await open();
      const reader = new Reader(join(folder ?? '', 'data', FILE_NAME), 1000);
      // Each step finds nothing, and takes long enough not to be followed by a larger one.
      const text =
        'with recursive n(i) as (select 1 union all select i + 1 from n limit 200000) select max(i) * 0, ? + ? + ? from n';
      const steps = { ids: [1, Number.MAX_SAFE_INTEGER], order: 1, limit: 1 } as const;
      const endless = { sql: { text, values: [] }, steps };
      await assert.rejects(reader.readLong(endless), isStoreUnavailable);
      const gone = new AbortController();
      const left = reader.readLong(endless, gone.signal);
      gone.abort(new Error('the client is gone'));
      await assert.rejects(left, /the client is gone/);
      assert.equal(await reader.readLong({ sql: { text: 'select 7', values: [] } }), 7);
      await reader.close();
      await store.ping();
    });

    it('that another process has locked fails all saves in time that wait for it, and takes the next ones', async () => {
      await open();
      const path = join(folder ?? '', 'data', FILE_NAME);
      const [writer, other] = [new Writer(path), new Connection(path)];
      const save = () => writer.save([{ text: 'update snippets set doc = doc', values: [] }], 2000);
      await save();
      other.exec('begin immediate');
      const outcomes = Promise.allSettled(Array.from({ length: 200 }, save));
      // One batch after the other would take four times as long.
      const settled = await Promise.race([outcomes, sleep(6000, [])]);
      assert.equal(settled.length, 200);
      for (const outcome of settled)
        assert.ok(outcome.status === 'rejected' && isStoreUnavailable(outcome.reason));
      const many = Array.from({ length: 1000 }, save);
      await assert.rejects(many.at(-1) ?? save(), /Too many writes wait/);
      other.exec('rollback');
      await Promise.allSettled(many);
      await save();
      await writer.close();
      other.close();
    });

    it('holds everything by itself after a graceful stop', async () => {
      const store = await open();
      await store.snippets.insertOne(snippet(1));
      await store.close();
      const data = join(folder ?? '', 'data');
      const log = await stat(join(data, `${FILE_NAME}-wal`)).catch(() => ({ size: 0 }));
      assert.equal(log.size, 0);
    });

    it('is brought forward by a process that has it alone', async () => {
      const first = await open();
      const version = { _id: 'schema' };
      await first.meta.updateOne(version, { $set: { value: STORE_VERSION - 1 } });
      await assert.rejects(open(), /The store is in use/);
      assert.equal((await first.meta.findOne(version))?.value, STORE_VERSION - 1);
    });

    it('is refused to a SQLite that may damage it', () => {
      for (const safe of ['3.51.3', '3.53.0', '4.0.0']) requireSafeSqlite(safe);
      for (const unsafe of ['3.45.1', '3.51.2', '3.9.9'])
        assert.throws(() => requireSafeSqlite(unsafe), /may lose writes/);
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
      ['an operator', (s) => s.find({ ownerId: { $nin: 1 } }).toArray(), /operator \$nin is outside/],
      ['a top operator', (s) => s.find({ $where: 'true' }).toArray(), /"\$where" is no operator or field/],
      ['an update operator', (s) => s.updateOne({ _id: 1 }, { $push: { title: 1 } }), /\$push is outside/],
      ['a nested value', (s) => s.findOne({ ownerId: { a: 1 } }), /operator a is outside/],
      ['an undefined value', (s) => s.findOne({ _id: undefined }), /not undefined/],
      ['a filter by an own column', (s) => s.findOne({ code: 'x' }), /cannot be searched/],
      ['terms by equality', (s) => s.findOne({ terms: 'a' }), /asked by \$all/],
      ['a sort by terms', (s) => s.find({}, { sort: { terms: 1 } }).toArray(), /cannot be searched/],
      ['a delete by terms', (s) => s.deleteMany({ terms: { $all: ['a'] } }), /is deleted by its _id/],
      ['a dotted path', (s) => s.findOne({ 'a.b': 1 }), /"a.b" is no operator or field/],
      ['SQL in a name', (s) => s.findOne({ "a') or 1 --": 1 }), /is no operator or field/],
      ['a date elsewhere', (s) => s.updateOne({ _id: 1 }, { $set: { title: new Date() } }), /cannot hold/],
    ];
    for (const [what, ask, message] of refused) {
      it(`${what} is refused by name`, async () => {
        // As unknown: the types forbid what is tried here.
        await assert.rejects(async () => ask(store.snippets as unknown as Untyped), message);
        assert.deepEqual(await store.snippets.findOne({ _id: 1 }), read(snippet(1)));
      });
    }
  });
});

interface Untyped {
  find(filter: object, options?: object): { toArray(): Promise<unknown[]> };
  findOne(filter: object, options?: object): Promise<unknown>;
  updateOne(filter: object, update: object): Promise<unknown>;
  deleteMany(filter: object): Promise<unknown>;
}
