/** Every list is one index scan without a sort in memory, on both stores. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Document, MongoClient } from 'mongodb';
import { definitions } from '#src/store/definitions.js';
import { Connection } from '#src/store/embedded/connection.js';
import { FILE_NAME } from '#src/store/embedded/file.js';
import { compileFilter, tableOf } from '#src/store/embedded/table.js';
import { openStore } from '#src/store/index.js';
import { skipWithoutMongod } from '../helpers/mongod.js';
import { temporaryFolder } from '../helpers/service.js';
import { freshDatabase } from '../helpers/stores.js';
import { recordingLog, snippet } from './samples.js';

const dataDir = await temporaryFolder();

const behind = { _id: { $gt: 5 } };
const lists: [string, object, Record<string, 1 | -1>, string][] = [
  ['the first batch', {}, { _id: 1 }, 'SCAN snippets'],
  ['the batches behind an id', behind, { _id: 1 }, 'SEARCH snippets USING INTEGER PRIMARY KEY'],
  ['the last id', {}, { _id: -1 }, 'SCAN snippets'],
  ["a user's ids", { ownerId: 1 }, { _id: 1 }, 'SEARCH snippets USING INDEX snippets.ownerId_1__id_1'],
  [
    "a user's ids behind an id",
    { ownerId: 1, ...behind },
    { _id: 1 },
    'SEARCH snippets USING INDEX snippets.ownerId_1__id_1',
  ],
  [
    'the ids of some users',
    { ownerId: { $gt: 1, $lte: 9 } },
    { ownerId: 1, _id: 1 },
    'SEARCH snippets USING INDEX snippets.ownerId_1__id_1',
  ],
];

// Of 50 snippets one has the second word: MongoDB, which tries its candidates, finds the index that knows it.
const search = { terms: { $all: ['title', '25'] } };
const searches: [string, object, Record<string, 1 | -1>][] = [
  ['a search', search, { _id: 1 }],
  ['a search behind an id', { ...search, ...behind }, { _id: 1 }],
  ['the last id of a search', search, { _id: -1 }],
  ['a search for one term', { terms: { $all: ['25'] } }, { _id: 1 }],
];

describe('a query plan of the embedded store', () => {
  before(async () => {
    const store = await openStore({ mongodbUrl: undefined, dataDir }, recordingLog());
    for (let id = 1; id <= 50; id += 1) await store.snippets.insertOne(snippet(id));
    await store.close();
  });

  const table = tableOf(definitions.snippets);
  for (const [name, filter, sort, expected] of lists) {
    it(`${name}: one scan in the order of the list`, () => {
      const plan = planOf(filter, sort);
      assert.equal(plan.length, 1, String(plan));
      assert.ok(String(plan[0]).startsWith(expected), String(plan));
    });
  }

  for (const [name, filter, sort] of searches) {
    it(`${name}: the index of terms in order, then each record by its id`, () => {
      const plan = planOf(filter, sort);
      assert.equal(plan.length, 2, String(plan));
      // FTS5 takes the match, the range of ids, and the order.
      assert.match(String(plan[0]), /^SCAN found VIRTUAL TABLE INDEX \d+:M/);
      assert.match(String(plan[1]), /^SEARCH snippets USING INTEGER PRIMARY KEY/);
    });
  }

  function planOf(filter: object, sort: object): unknown[] {
    const { text, values } = compileFilter(table, filter, { sort, limit: 10, match: '"title" AND "25"' });
    const connection = new Connection(join(dataDir, FILE_NAME));
    const plan = connection.rows(`explain query plan select doc ${text}`, values).map((row) => row[3]);
    connection.close();
    return plan;
  }
});

describe('a query plan of MongoDB', { skip: skipWithoutMongod }, () => {
  let client: MongoClient;
  before(async () => {
    const url = await freshDatabase();
    const store = await openStore({ mongodbUrl: url, dataDir: '' }, recordingLog());
    for (let id = 1; id <= 50; id += 1) await store.snippets.insertOne(snippet(id));
    await store.close();
    client = new MongoClient(url);
  });
  after(() => client.close());

  for (const [name, filter, sort] of lists) {
    it(`${name}: one index scan`, async () => {
      const found = client.db().collection('snippets').find(filter, { sort, limit: 10 });
      const { winningPlan } = (await found.explain('queryPlanner')).queryPlanner;
      const stages = stagesOf(winningPlan);
      assert.ok(!stages.includes('SORT'), String(stages));
      assert.equal(stages.filter((stage) => stage === 'IXSCAN').length, 1);
    });
  }

  for (const [name, filter, sort] of searches) {
    it(`${name}: one scan of the index of terms`, async () => {
      const found = client.db().collection('snippets').find(filter, { sort, limit: 10 });
      const { winningPlan } = (await found.explain('queryPlanner')).queryPlanner;
      assert.deepEqual(
        stagesOf(winningPlan).filter((stage) => stage !== 'LIMIT'),
        ['FETCH', 'IXSCAN'],
      );
      assert.match(JSON.stringify(winningPlan), /"indexName":"terms_1__id_1"/);
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
