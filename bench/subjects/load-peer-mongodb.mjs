// The data of the peers on MongoDB, in the form in which `peers/mongodb-snippets.mjs` reads it.
import hljs from 'highlight.js';
import { MongoClient } from 'mongodb';
import { firstInput, inputOf, userNames, variation } from '../contents.mjs';

const BATCH = 2000;

/**
 * @param {string} url of an empty database
 * @param {string} data
 * @param {number} count
 */
export async function loadPeerMongodb(url, data, count) {
  const client = new MongoClient(url);
  try {
    const db = client.db();
    const snippets = db.collection('snippets');
    await snippets.createIndexes([
      { key: { created: 1, _id: 1 } },
      { key: { ownerId: 1, _id: 1 } },
      // The field `language` would be taken for a natural language.
      { key: { title: 'text', code: 'text' }, language_override: 'none' },
    ]);
    const users = userNames(count).map((username, i) => ({ _id: i + 1, username }));
    await db.collection('users').insertMany(users);
    const highlighted = hljs.highlight(firstInput(data).code, { language: 'python' }).value;
    for (let from = 1; from <= count; from += BATCH) {
      const length = Math.min(BATCH, count - from + 1);
      const records = Array.from({ length }, (_, i) => recordOf(from + i, data, highlighted));
      await snippets.insertMany(records, { ordered: false });
    }
    await db.collection('counters').insertOne({ _id: 'snippets', value: count });
  } finally {
    await client.close();
  }
}

function recordOf(id, data, highlighted) {
  const varied = variation(id);
  const { created, ownerId, owner } = varied;
  const input = data === 'one' ? firstInput(data) : inputOf(varied);
  return { _id: id, created, ...input, highlighted, ownerId, owner, version: 1 };
}
