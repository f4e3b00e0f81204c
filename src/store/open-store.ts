/** Opens MongoDB if MONGODB_URL is set, otherwise one file in DATA_DIR. */
import type { Settings } from '../config/settings.js';
import type { OpenOptions, Store } from './store.js';
import type { StoreLog } from './store-log.js';

/**
 * Opens the store. An unreachable MongoDB does not fail here: the store keeps trying, and until it succeeds,
 * calls reject with an error for which `isStoreUnavailable` is true. A data folder that is not writable
 * and a store of a newer release fail here.
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
