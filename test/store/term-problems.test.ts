/** What searches look up is compared with the records, and made anew. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, it } from 'node:test';
import Database from 'libsql';
import { FILE_NAME } from '#src/store/embedded/file-name.js';
import { openStore, type Store } from '#src/store/index.js';
import type { Problem } from '#src/store/store.js';
import { soughtTerms, termsOf } from '#src/store/terms.js';
import { databaseOf, describeOnBothStores } from '../helpers/stores.js';
import { recordingLog, snippet } from './samples.js';

/** Words of all lengths, names, and characters of three bytes. */
const codeOf = (id: number) =>
  `a bc def ghij klmno pqrstu userProfile${id} 日本語${id} _x_ ünïcode w${id % 7}`;

describeOnBothStores('the comparison of the index of terms with the records', (kind) => {
  let dataDir = '';
  let store: Store;

  async function openWith(count: number): Promise<void> {
    dataDir = await mkdtemp(join(tmpdir(), 'snippet-store-'));
    store = await openStore({ mongodbUrl: await databaseOf(kind), dataDir }, recordingLog());
    await store.ready;
    const records = Array.from({ length: count }, (_, i) =>
      snippet(i + 1, { code: codeOf(i + 1), ownerId: i % 3 || null }),
    );
    // In one write, so that nothing in the index is out of use.
    await store.load(
      store.snippets,
      records.map((record) => ({ ...record, terms: termsOf(record) })),
    );
  }
  afterEach(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });

  const problemsOf = async (): Promise<Problem[]> => {
    const problems: Problem[] = [];
    for await (const problem of store.findTermProblems()) problems.push(problem);
    return problems;
  };
  const found = async (q: string) => {
    const filter = { terms: { $all: soughtTerms(q, {}) ?? [] } };
    const all = await store.readMany(store.snippets, filter, { sort: { _id: 1 }, projection: { _id: 1 } });
    return all.map(({ _id }) => _id);
  };

  it('finds nothing after creates, saves and deletes', async () => {
    await openWith(30);
    const changed = snippet(4, { code: 'changed' });
    await store.snippets.updateOne({ _id: 4 }, { $set: { code: 'changed', terms: termsOf(changed) } });
    await store.snippets.deleteOne({ _id: 5 });
    // The owner of the others differs; that of this one is the sample's.
    await store.snippets.updateOne({ _id: 4 }, { $set: { ownerId: 1, title: changed.title } });
    assert.deepEqual(await problemsOf(), []);
  });

  it('names a record with other terms than its text has, and a repair makes it found', async () => {
    await openWith(6);
    await store.snippets.updateOne({ _id: 3 }, { $set: { terms: ['other'] } });
    assert.deepEqual(await found('userprofile3'), []);
    const problems = await problemsOf();
    assert.equal(problems.length, 1);
    assert.match(`${problems[0]?.id} ${problems[0]?.problem}`, /^3 its terms|than the records 3: /);
    assert.equal(await problems[0]?.repair?.(), true);
    assert.deepEqual(await problemsOf(), []);
    assert.deepEqual([await found('userprofile3'), await found('other')], [[3], []]);
    assert.deepEqual(await found('日本語4'), [4]);
  });

  if (kind === 'embedded')
    it('finds a beginning that is missing while the whole word is there, and a word that is missing', async () => {
      await openWith(40);
      // `ghij` is in the index as a word and as its first four characters, too.
      for (const sought of [/ghi(?!j)/, /profile\d/]) {
        await store.close();
        spoilIndex(join(dataDir, FILE_NAME), sought);
        store = await openStore({ mongodbUrl: undefined, dataDir }, recordingLog());
        const problems = await problemsOf();
        assert.equal(problems.length, 1, String(sought));
        assert.equal(await problems[0]?.repair?.(), true);
        assert.deepEqual(await problemsOf(), []);
        assert.equal((await found('ghi')).length, 40);
      }
    });
});

/** Changes the second character of a term in the blocks of the index. */
function spoilIndex(path: string, sought: RegExp): void {
  const database = new Database(path);
  // libsql types a row as unknown; in raw mode it is the array of its columns.
  const rows = database.prepare('select id, block from snippets_terms_data').raw().all([]) as [
    number,
    Buffer,
  ][];
  const [id, block] = rows.find(([, block]) => sought.test(block.toString('latin1'))) ?? [];
  assert.ok(block, String(sought));
  block[block.toString('latin1').search(sought) + 1] = 'z'.charCodeAt(0);
  database.prepare('update snippets_terms_data set block = ? where id = ?').run([block, id]);
  database.close();
}
