// Multiplies the first user and the first snippet of a service on MongoDB.
import { MongoClient } from 'mongodb';
import { userNames, variation } from '../contents.mjs';
import { varyValue } from './vary.mjs';

const BATCH = 2000;

/**
 * @param {string} url of the database, in which the service has stored user 1 and snippet 1
 * @param {number} count of snippets afterwards
 */
export async function loadMongodb(url, count) {
  const client = new MongoClient(url, { promoteBuffers: true });
  try {
    const db = client.db();
    const users = userNames(count).map((owner, i) => ({ ...variation(i + 1), owner }));
    await multiply(db.collection('users'), users);
    await multiply(db.collection('snippets'), variations(count));
    const counters = db.collection('counters');
    await counters.updateOne({ _id: 'users' }, { $set: { value: users.length } });
    await counters.updateOne({ _id: 'snippets' }, { $set: { value: count } });
  } finally {
    await client.close();
  }
}

function* variations(count) {
  for (let id = 1; id <= count; id += 1) yield variation(id);
}

async function multiply(collection, variations) {
  const from = variation(1);
  const template = await collection.findOne({ _id: 1 });
  let batch = [];
  for (const to of variations) {
    const fields = Object.entries(template).map(([name, value]) => [name, varyValue(value, from, to)]);
    const record = { ...Object.fromEntries(fields), _id: to.id };
    if ('ownerId' in record) record.ownerId = to.ownerId;
    if (to.id === 1) await collection.replaceOne({ _id: 1 }, record);
    else batch.push(record);
    if (batch.length < BATCH) continue;
    await collection.insertMany(batch, { ordered: false });
    batch = [];
  }
  if (batch.length > 0) await collection.insertMany(batch, { ordered: false });
}

/**
 * Removes what a measurement has added.
 * @param {string} url
 * @param {number} count of snippets that stay
 */
export async function trimMongodb(url, count) {
  const client = new MongoClient(url);
  try {
    await client
      .db()
      .collection('snippets')
      .deleteMany({ _id: { $gt: count } });
  } finally {
    await client.close();
  }
}
