// Reads a store once, so that what is measured comes from memory, as on a server that has run for a day.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MongoClient } from 'mongodb';

/** Into the cache of the operating system. @param {string} folder DATA_DIR */
export async function readAllOfFile(folder) {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(
    createReadStream(join(folder, 'snippet-store.sqlite'), { highWaterMark: 1024 * 1024 }),
    nowhere,
  );
}

/** Into the cache of the database. @param {string} url */
export async function readAllOnMongodb(url) {
  const client = new MongoClient(url);
  try {
    // No snippet is without a title, so all of them are looked at.
    await client
      .db()
      .collection('snippets')
      .countDocuments({ title: { $exists: false } }, { hint: { _id: 1 } });
  } finally {
    await client.close();
  }
}
