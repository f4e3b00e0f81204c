/** Every list is one index scan without a sort in memory, on both stores. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import Database from 'libsql';
import { type Document, MongoClient } from 'mongodb';
import { definitions } from '#src/store/definitions.js';
import { type Compiled, compileFilter } from '#src/store/embedded/compile-filter.js';
import { FILE_NAME } from '#src/store/embedded/file-name.js';
import { piecesOf } from '#src/store/embedded/search-pieces.js';
import type { Row } from '#src/store/embedded/sqlite-file.js';
import { tableOf } from '#src/store/embedded/table.js';
import { openStore } from '#src/store/index.js';
import { rangeBehind } from '#src/store/read-in-batches.js';
import { type Mongod, skipWithoutMongod, startMongod } from '../helpers/mongod.js';
import { recordingLog, START, snippet } from './samples.js';

const behind = rangeBehind({ created: new Date(START + 5), _id: 5 });
const lists: [string, object, Record<string, 1 | -1>][] = [
  ['the first batch', {}, { created: 1, _id: 1 }],
  ['the batches behind a position', behind, { created: 1, _id: 1 }],
  ['the last position', {}, { created: -1, _id: -1 }],
  ["a user's ids", { ownerId: 1 }, { _id: 1 }],
  [
    'the ids of some users behind a position',
    { ownerId: { $gte: 1, $lte: 9 }, $or: [{ ownerId: { $gt: 1 } }, { _id: { $gt: 5 } }] },
    { ownerId: 1, _id: 1 },
  ],
  ['those of one owner', { ownerId: 1 }, { created: 1, _id: 1 }],
  ['those of one owner behind a position', { ownerId: 1, ...behind }, { created: 1, _id: 1 }],
  ['those in one language', { language: 'python' }, { created: 1, _id: 1 }],
  ['those in one language behind a position', { language: 'python', ...behind }, { created: 1, _id: 1 }],
];

// Of 50 snippets one has the second word: MongoDB, which tries its candidates, finds the index that knows it.
const search = { words: { $all: ['title', '25'] } };
const searches: [string, object, Record<string, 1 | -1>][] = [
  ['a search', search, { created: 1, _id: 1 }],
  ['a search behind a position', { ...search, ...behind }, { created: 1, _id: 1 }],
  ['the last position of a search', search, { created: -1, _id: -1 }],
  ['a search for one word', { words: { $all: ['25'] } }, { created: 1, _id: 1 }],
  [
    'a search within one owner and language',
    { ...search, ownerId: 1, language: 'python' },
    { created: 1, _id: 1 },
  ],
];

/** The index that has the filter's field first and then follows the order. */
function indexFor(filter: object, sort: object): string {
  const narrowed = ['ownerId', 'language'].filter((field) => field in filter);
  return `snippets.${[...new Set([...narrowed, ...Object.keys(sort)])].map((field) => `${field}_1`).join('_')}`;
}

describe('a query plan of the embedded store', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'snippet-store-'));
    const store = await openStore({ mongodbUrl: undefined, dataDir }, recordingLog());
    for (let id = 1; id <= 50; id += 1) await store.snippets.insertOne(snippet(id));
    await store.close();
  });
  after(() => rm(dataDir, { recursive: true }));

  const table = tableOf(definitions.snippets);
  for (const [name, filter, sort] of lists) {
    it(`${name}: one index scan`, () => {
      const plan = planOf(filter, sort);
      const index = indexFor(filter, sort);
      assert.equal(plan.length, 1, String(plan));
      assert.match(String(plan[0]), new RegExp(`^(SCAN|SEARCH) snippets USING INDEX ${index}`));
      if (Object.keys(filter).length > 0) assert.match(String(plan[0]), /^SEARCH/);
    });
  }

  for (const [name, filter, sort] of searches) {
    it(`${name}: pieces of the entries in order, then each document by its id`, async () => {
      const pieces = [];
      for await (const piece of piecesOf(connection(), table, 'words', { ...filter }, sort))
        pieces.push(piece);
      const plans = pieces.map((piece) => explain(piece));
      for (const plan of plans) {
        assert.match(String(plan), /SEARCH entries USING PRIMARY KEY \(entry=\?/);
        assert.match(String(plan), /SEARCH snippets USING INTEGER PRIMARY KEY \(rowid=\?\)/);
        assert.doesNotMatch(String(plan), /TEMP B-TREE|SCAN (snippets|other|entries)/);
      }
      // A later piece begins where the one before it ended.
      for (const plan of plans.slice(1)) assert.match(String(plan), /\(entry=\? AND \(created,_id\)[<>]\(/);
    });
  }

  const planOf = (filter: object, sort: object) => explain(compileFilter(table, { ...filter }, sort));

  /** Reads from the file as the store does. */
  function connection(): Parameters<typeof piecesOf>[0] {
    return {
      async read(sql, values) {
        const database = new Database(join(dataDir, FILE_NAME));
        const rows = database
          .prepare(sql)
          .raw()
          .all([...values]);
        database.close();
        return rows as Row[];
      },
    };
  }

  function explain({ text, values }: Compiled): unknown[] {
    const database = new Database(join(dataDir, FILE_NAME));
    const plan = database
      .prepare(`explain query plan select doc ${text} limit 10`)
      .raw()
      .all([...values])
      .map((row) => (Array.isArray(row) ? row[3] : row));
    database.close();
    return plan;
  }
});

describe('a query plan of MongoDB', { skip: skipWithoutMongod }, () => {
  let mongod: Mongod;
  let client: MongoClient;
  before(async () => {
    mongod = await startMongod();
    const url = mongod.freshUrl();
    const store = await openStore({ mongodbUrl: url, dataDir: '' }, recordingLog());
    for (let id = 1; id <= 50; id += 1) await store.snippets.insertOne(snippet(id));
    await store.close();
    client = new MongoClient(url);
  });
  after(async () => {
    await client.close();
    await mongod.stop();
  });

  for (const [name, filter, sort] of lists) {
    it(`${name}: one index scan`, async () => {
      const found = client.db().collection('snippets').find(filter, { sort, limit: 10 });
      const { winningPlan } = (await found.explain('queryPlanner')).queryPlanner;
      const stages = stagesOf(winningPlan);
      assert.deepEqual(
        stages.filter((stage) => stage !== 'LIMIT'),
        ['FETCH', 'IXSCAN'],
      );
    });
  }

  for (const [name, filter, sort] of searches) {
    it(`${name}: one scan of the index on words`, async () => {
      const found = client.db().collection('snippets').find(filter, { sort, limit: 10 });
      const { winningPlan } = (await found.explain('queryPlanner')).queryPlanner;
      assert.deepEqual(
        stagesOf(winningPlan).filter((stage) => stage !== 'LIMIT'),
        ['FETCH', 'IXSCAN'],
      );
      assert.match(JSON.stringify(winningPlan), /"indexName":"words_1_created_1__id_1_ownerId_1_language_1"/);
    });
  }

  it("a user's ids: answered by the index alone", async () => {
    const options = { projection: { _id: 1 as const }, sort: { _id: 1 as const } };
    const found = client.db().collection('snippets').find({ ownerId: 1 }, options);
    const { winningPlan } = (await found.explain('queryPlanner')).queryPlanner;
    assert.deepEqual(stagesOf(winningPlan), ['PROJECTION_COVERED', 'IXSCAN']);
  });
});

function stagesOf(plan: Document): string[] {
  return [plan.stage, ...(plan.inputStage ? stagesOf(plan.inputStage) : [])];
}
