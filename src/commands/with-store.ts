/** Lends a command the store, closes it afterwards, and says in bounded time when it cannot be reached. */
import { isStoreUnavailable, openStore, type Store, type StoreLog } from '../collections/store.js';
import type { Settings } from '../config.js';
import { prepareDataFolder } from '../data-folder.js';
import { OperatorError } from '../operator-error.js';

/** A command speaks through its result and its exit code; the store's own lines are for the server's log. */
const QUIET: StoreLog = { info() {}, warn() {}, error() {} };

export async function withStore<T>(settings: Settings, work: (store: Store) => Promise<T>): Promise<T> {
  if (settings.mongodbUrl === undefined) await prepareDataFolder(settings.dataDir);
  const store = await openStore(settings, QUIET);
  try {
    await store.ping();
    return await work(store);
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    throw new OperatorError(unavailable(settings, error), { cause: error });
  } finally {
    await store.close();
  }
}

function unavailable({ mongodbUrl, dataDir }: Settings, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (mongodbUrl === undefined)
    return `DATA_DIR="${dataDir}": the embedded store cannot be used now (${reason})`;
  const hosts = mongodbUrl.replace(/^[^/]*\/\/(?:[^/]*@)?([^/?]*).*$/s, '$1');
  return `MONGODB_URL: MongoDB does not answer at ${hosts}`;
}
