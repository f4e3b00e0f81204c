/** MongoDB: what both stores do, on a real server. */
import { describe } from 'node:test';
import { openStore, type Store } from '#src/store/index.js';
import type { OpenOptions } from '#src/store/store.js';
import { skipWithoutMongod } from '../helpers/mongod.js';
import { freshDatabase } from '../helpers/stores.js';
import { readInBatchesCases } from './read-in-batches.cases.js';
import { recordingLog } from './samples.js';
import { storeCases } from './store.cases.js';

describe('MongoDB', { skip: skipWithoutMongod }, () => {
  let url: string | undefined;
  let opened: Store[] = [];

  const open = async (options?: OpenOptions): Promise<Store> => {
    url ??= await freshDatabase();
    const store = await openStore({ mongodbUrl: url, dataDir: '' }, recordingLog(), options);
    opened.push(store);
    return store;
  };
  const reset = async (): Promise<void> => {
    for (const store of opened) await store.close();
    opened = [];
    url = undefined;
  };

  storeCases({ open, reset });
  readInBatchesCases({ open, reset });
});
