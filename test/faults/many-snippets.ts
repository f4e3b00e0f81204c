/** Very many snippets of a kilobyte each, put into a store faster than one by one. */
import { join } from 'node:path';
import Database from 'libsql';
import { MongoClient } from 'mongodb';
import { openStore, type SnippetRecord } from '#src/store/index.js';
import type { Settings } from '../commands/snippet-store.js';
import { recordingLog, START, snippet } from '../store/samples.js';

const CODE = `print("a kilobyte of code")\n${'# and of what is said about it\n'.repeat(32)}`;

/** Ids from 1 to `count`, in the order of their creation; the counter stands behind them. */
export async function storeMany(count: number, settings: Settings): Promise<void> {
  const { MONGODB_URL, DATA_DIR = '' } = settings;
  const store = await openStore({ mongodbUrl: MONGODB_URL, dataDir: DATA_DIR }, recordingLog());
  await store.ready;
  await store.snippets.insertOne(snippet(1, { code: CODE }));
  await store.counters.updateOne({ _id: 'snippets' }, { $set: { value: count } }, { upsert: true });
  await store.close();
  if (MONGODB_URL === undefined) multiplyRow(count, DATA_DIR);
  else await insertMany(count, MONGODB_URL);
}

/** The row of snippet 1 as all the others, each with its id and a time of its own. */
function multiplyRow(count: number, dataDir: string): void {
  const database = new Database(join(dataDir, 'snippet-store.sqlite'));
  database
    .prepare(
      `insert into snippets (_id, doc, highlighted)
       with recursive ids(id) as (select 2 union all select id + 1 from ids where id < ?)
       select id,
         json_set(doc, '$._id', id, '$.created."$date"', strftime('%Y-%m-%dT%H:%M:%fZ', (? + id) / 1000.0, 'unixepoch')),
         highlighted
       from ids, snippets where _id = 1`,
    )
    .run(count, START);
  database.close();
}

async function insertMany(count: number, url: string): Promise<void> {
  const client = new MongoClient(url);
  const collection = client.db().collection<SnippetRecord>('snippets');
  for (let from = 2; from <= count; from += 5000) {
    const length = Math.min(5000, count - from + 1);
    await collection.insertMany(Array.from({ length }, (_, i) => snippet(from + i, { code: CODE })));
  }
  await client.close();
}
