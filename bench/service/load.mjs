// Multiplies the first user and the first snippet of a service that does not run meanwhile: through the store, as an
// import does, so that the copies have the form in which this release stores them.
import { MongoClient } from 'mongodb';
import { userNames, variation } from '../contents.mjs';

const BATCH = 1000;
const silent = { info() {}, warn() {}, error() {} };

/**
 * @param {{ mongodbUrl?: string, dataDir: string }} place
 * @param {number} count of snippets afterwards
 */
export async function loadService(place, count) {
  // The benchmark builds the service before it measures, so it is not there yet when this module is loaded.
  const { openStore } = await import('../../dist/store/open-store.js');
  const { termsOf } = await import('../../dist/store/terms.js');
  const store = await openStore(place, silent);
  try {
    await store.ready;
    const { users, snippets, counters } = store;
    const names = userNames(count);
    const [user, snippet] = await Promise.all([users.findOne({ _id: 1 }), snippets.findOne({ _id: 1 })]);
    await users.deleteOne({ _id: 1 });
    await snippets.deleteOne({ _id: 1 });
    await store.dropIndexes();
    await loadAll(store, users, names.length, (id) => ({ ...user, _id: id, username: names[id - 1] }));
    await loadAll(store, snippets, count, variedBy(snippet, termsOf));
    await store.makeIndexes();
    await counters.updateOne({ _id: 'users' }, { $set: { value: names.length } });
    await counters.updateOne({ _id: 'snippets' }, { $set: { value: count } });
  } finally {
    await store.close();
  }
}

async function loadAll(store, collection, count, recordOf) {
  for (let from = 1; from <= count; from += BATCH) {
    const length = Math.min(BATCH, count - from + 1);
    await store.load(
      collection,
      Array.from({ length }, (_, i) => recordOf(from + i)),
    );
  }
}

/**
 * The markup stays that of the first snippet: it has the right size, and highlighting a million takes an hour.
 *
 * @returns a function that makes the record of an id: the first snippet, with what differs between two of them
 */
function variedBy(snippet, termsOf) {
  const from = variation(1);
  return (id) => {
    const to = variation(id);
    const vary = (text) => text.replaceAll(from.number, to.number).replaceAll(from.topic, to.topic);
    const { created, ownerId, owner } = to;
    const record = {
      ...snippet,
      ...{ _id: id, created, ownerId, owner },
      ...{ title: vary(snippet.title), code: vary(snippet.code), excerpt: vary(snippet.excerpt) },
    };
    return { ...record, terms: termsOf(record) };
  };
}

/**
 * Removes what a measurement has added.
 * @param {string} url of a database of the service or of a peer
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
