// What the snippets take on the disk: all of it, and the index of their terms alone. The soak test measures
// something else (test/soak/measure.mjs): the whole store, with its free pages and its log.
import { join } from 'node:path';
import Database from 'libsql';
import { MongoClient } from 'mongodb';

/** @typedef {{ allMb: number, termsMb: number }} Sizes of the snippets with all their indexes; of the index of terms */

const MB = 1e6;

/**
 * @param {string} folder DATA_DIR
 * @returns {Sizes}
 */
export function sizesOfFile(folder) {
  const database = new Database(join(folder, 'snippet-store.sqlite'));
  try {
    const sum = database.prepare('select sum(pgsize) from dbstat where name like ?').raw();
    const megabytesOf = (names) => (sum.all(names)[0]?.[0] ?? 0) / MB;
    return { allMb: megabytesOf('snippets%'), termsMb: megabytesOf('snippets_terms%') };
  } finally {
    database.close();
  }
}

/**
 * @param {string} url of the database
 * @returns {Promise<Sizes>}
 */
export async function sizesOnMongodb(url) {
  const client = new MongoClient(url);
  try {
    const snippets = client.db().collection('snippets');
    const [{ storageStats }] = await snippets.aggregate([{ $collStats: { storageStats: {} } }]).toArray();
    const { storageSize, totalIndexSize, indexSizes } = storageStats;
    const terms = Object.entries(indexSizes).filter(([name]) => name.startsWith('terms'));
    return {
      allMb: (storageSize + totalIndexSize) / MB,
      termsMb: terms.reduce((sum, [, size]) => sum + size, 0) / MB,
    };
  } finally {
    await client.close();
  }
}
