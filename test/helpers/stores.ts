/** Says on which stores a suite runs: the embedded one, and a real MongoDB. */
import { after, describe } from 'node:test';
import { type Mongod, skipWithoutMongod, startMongod } from './mongod.js';

export type StoreKind = 'embedded' | 'mongodb';

/**
 * For what a store may do differently: look-ups, orders, races, expiry, operators in values. Each store runs the cases;
 * those on MongoDB are skipped where there is no mongod, and fail in CI.
 */
export function describeOnBothStores(name: string, cases: (store: StoreKind) => void): void {
  describe(`${name} (embedded)`, () => cases('embedded'));
  describe(`${name} (MongoDB)`, { skip: skipWithoutMongod }, () => cases('mongodb'));
}

let mongod: Promise<Mongod> | undefined;

/** @returns the address of a database of one's own; undefined for the embedded store, which needs none */
export async function databaseOf(store: StoreKind): Promise<string | undefined> {
  if (store === 'embedded') return undefined;
  mongod ??= startMongod();
  return (await mongod).freshUrl();
}

/** At the end of a test file node:test does it; a script that starts applications does it itself. */
export async function stopMongod(): Promise<void> {
  const started = mongod;
  mongod = undefined;
  await (await started)?.stop();
}

// For the hook alone node:test would report, in the midst of a script's output, that there are no tests.
if (process.argv[1]?.endsWith('.test.js')) after(stopMongod);
