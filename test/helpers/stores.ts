/** Says on which stores a suite runs: the embedded one, and a real MongoDB, which all test files share. */
import { after, describe } from 'node:test';
import { MongoClient } from 'mongodb';
import type { Collection, Filter, Identified } from '#src/store/collection.js';
import { skipWithoutMongod, startReplicaSet } from './mongod.js';

export type StoreKind = 'embedded' | 'mongodb';

/**
 * For what a store may do differently: look-ups, orders, races, expiry, operators in values. Each store runs the cases;
 * those on MongoDB are skipped where there is no mongod, and fail in CI.
 */
export function describeOnBothStores(name: string, cases: (store: StoreKind) => void): void {
  describe(`${name} (embedded)`, () => cases('embedded'));
  describe(`${name} (MongoDB)`, { skip: skipWithoutMongod }, () => cases('mongodb'));
}

/** A replica set's address without a database saves starting one for each test file. */
const { MONGODB_TEST_URL } = process.env;
let own: ReturnType<typeof startReplicaSet> | undefined;
const databases: string[] = [];

/** @returns the address of a database that nobody else has; undefined for the embedded store, which needs none */
export async function databaseOf(store: StoreKind): Promise<string | undefined> {
  return store === 'mongodb' ? freshDatabase() : undefined;
}

/** @returns the address of a database of MongoDB that nobody else has */
export async function freshDatabase(): Promise<string> {
  if (!MONGODB_TEST_URL) own ??= startReplicaSet();
  const url = new URL(MONGODB_TEST_URL ?? (await own)?.url ?? '');
  const name = `test-${process.pid}-${databases.length}-${Math.random().toString(36).slice(2, 8)}`;
  databases.push(name);
  url.pathname = `/${name}`;
  return url.href;
}

/** At the end of a test file node:test does it; a script that starts applications does it itself. */
export async function stopMongod(): Promise<void> {
  const started = await own;
  own = undefined;
  const left = databases.splice(0);
  if (started) return started.stop();
  if (!MONGODB_TEST_URL || left.length === 0) return;
  const client = await MongoClient.connect(MONGODB_TEST_URL);
  for (const name of left) await client.db(name).dropDatabase();
  await client.close();
}

// For the hook alone node:test would report, in the midst of a script's output, that there are no tests.
if (process.argv[1]?.endsWith('.test.js')) after(stopMongod);

/** Counts records, which the service never does. */
export async function countOf<D extends Identified, K extends keyof D>(
  collection: Collection<D, K>,
  filter: Filter<D, K> = {},
): Promise<number> {
  return (await collection.find(filter).toArray()).length;
}
