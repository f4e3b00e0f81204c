// What a process holds, and what a store takes on the disk.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { MongoClient } from 'mongodb';
import { residentMb } from '../../bench/server-process.mjs';

/** After a collection of garbage, so that only what is held counts. */
export async function measureProcess(pid) {
  process.kill(pid, 'SIGUSR2');
  await sleep(300);
  return { rss: residentMb(pid), fds: readdirSync(`/proc/${pid}/fd`).length };
}

/**
 * The slope of a line through points, by least squares.
 * @param {readonly (readonly [number, number])[]} points
 */
export function slopeOf(points) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const above = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  return above / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
}

/** @returns bytes on the disk, the number of snippets, and what the bytes are, by name */
export async function measureStore({ folder, mongodbUrl }) {
  return mongodbUrl === undefined ? measureFile(folder) : measureDatabase(mongodbUrl);
}

function measureFile(folder) {
  const path = join(folder, 'snippet-store.sqlite');
  const database = new Database(path, { readonly: true });
  try {
    const one = (sql) => Number(database.prepare(sql).raw().all([])[0]?.[0]);
    const page = one('pragma page_size');
    const html = one('select sum(octet_length(markup)) from snippets');
    const records = one('select sum(octet_length(doc) + octet_length(words)) from snippets');
    const free = one('pragma freelist_count') * page;
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    const used = one('pragma page_count') * page - free;
    return {
      bytes: statSync(path).size + log,
      snippets: one('select count(*) from snippets'),
      parts: { records, html, 'indexes and half-full pages': used - records - html, 'free pages': free, log },
    };
  } finally {
    database.close();
  }
}

async function measureDatabase(url) {
  const client = await new MongoClient(url).connect();
  try {
    const { dataSize, storageSize, indexSize } = await client.db().stats();
    const snippets = await client.db().collection('snippets').countDocuments();
    const parts = { 'records, before compression': dataSize, collections: storageSize, indexes: indexSize };
    return { bytes: storageSize + indexSize, snippets, parts };
  } finally {
    await client.close();
  }
}
