/** What the rest of the service may import from the store, and what opens it. */
import type { Settings } from '../config/settings.js';
import type { OpenOptions, Store, StoreLog } from './store.js';

export { isDuplicateKey, isStoreUnavailable, StoreRefused, StoreUnavailable } from './errors.js';
export type * from './records.js';
export type { Store, StoreLog } from './store.js';

/**
 * Opens MongoDB if MONGODB_URL is set, otherwise one file in DATA_DIR. A data folder that is not writable and a store of
 * another release fail here. An unreachable MongoDB does not: the store keeps trying, and until it succeeds calls reject
 * with an error for which `isStoreUnavailable` is true.
 */
export async function openStore(
  settings: Pick<Settings, 'mongodbUrl' | 'dataDir'>,
  log: StoreLog,
  options: OpenOptions = {},
): Promise<Store> {
  // Only the module of one store is loaded: the driver alone takes a tenth of the time of a start.
  if (settings.mongodbUrl === undefined) {
    const { openEmbedded } = await import('./embedded/open.js');
    return openEmbedded(settings.dataDir, log, options);
  }
  const { openMongodb } = await import('./mongodb/open.js');
  return openMongodb(settings.mongodbUrl, log, options);
}
