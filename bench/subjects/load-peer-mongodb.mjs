// The data of the peers on MongoDB, in the form in which `peers/mongodb-snippets.mjs` reads it.
import { createHash } from 'node:crypto';
import hljs from 'highlight.js';
import { MongoClient } from 'mongodb';
import { firstInput, inputOf, userNames, variation } from '../contents.mjs';

const BATCH = 2000;

/**
 * @param {string} url of an empty database
 * @param {string} data
 * @param {number} count
 * @param {string} [token] a value of `Authorization`: then snippets are indexed by their terms, as the service does
 */
export async function loadPeerMongodb(url, data, count, token) {
  const { termsOf } = token ? await import('../../dist/store/terms.js') : {};
  const client = new MongoClient(url);
  try {
    const db = client.db();
    const snippets = db.collection('snippets');
    await snippets.createIndexes([
      { key: { created: 1, _id: 1 } },
      { key: { ownerId: 1, _id: 1 } },
      // The field `language` would be taken for a natural language.
      token
        ? { key: { terms: 1, _id: 1 } }
        : { key: { title: 'text', code: 'text' }, language_override: 'none' },
    ]);
    if (token) {
      const tokens = db.collection('tokens');
      await tokens.createIndex({ hash: 1 }, { unique: true });
      await tokens.insertOne({ _id: 1, userId: 1, hash: createHash('sha256').update(token).digest('hex') });
    }
    const users = userNames(count).map((username, i) => ({ _id: i + 1, username, active: true }));
    await db.collection('users').insertMany(users);
    const highlighted = hljs.highlight(firstInput(data).code, { language: 'python' }).value;
    for (let from = 1; from <= count; from += BATCH) {
      const length = Math.min(BATCH, count - from + 1);
      const records = Array.from({ length }, (_, i) => recordOf(from + i, data, highlighted, termsOf));
      await snippets.insertMany(records, { ordered: false });
    }
    await db.collection('counters').insertOne({ _id: 'snippets', value: count });
  } finally {
    await client.close();
  }
}

function recordOf(id, data, highlighted, termsOf) {
  const varied = variation(id);
  const { created, ownerId, owner } = varied;
  const input = data === 'one' ? firstInput(data) : inputOf(varied);
  const terms = termsOf && { terms: termsOf({ ...input, ownerId }) };
  return { _id: id, created, ...input, highlighted, ownerId, owner, version: 1, ...terms };
}
