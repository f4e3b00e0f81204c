/** MongoDB: what both stores do, on a real server. */
import { after, before, describe } from 'node:test';
import { openStore, type Store } from '#src/store/index.js';
import { type Mongod, skipWithoutMongod, startMongod } from '../helpers/mongod.js';
import { readInBatchesCases } from './read-in-batches.cases.js';
import { recordingLog } from './samples.js';
import { storeCases } from './store.cases.js';

describe('MongoDB', { skip: skipWithoutMongod }, () => {
  let mongod: Mongod;
  let url: string | undefined;
  let opened: Store[] = [];

  before(async () => {
    mongod = await startMongod();
  });
  after(() => mongod.stop());

  const open = async (): Promise<Store> => {
    // Queries of every kind, which no handler sends.
    url ??= mongod.freshUrl();
    const store = await openStore({ mongodbUrl: url, dataDir: '' }, recordingLog());
    opened.push(store);
    return store;
  };
  const reset = async (): Promise<void> => {
    for (const store of opened) await store.close();
    opened = [];
    url = undefined;
  };

  storeCases('mongodb', { open, reset });
  readInBatchesCases({ open, reset });
});
