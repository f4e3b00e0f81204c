/** Lends a command the store, closes it afterwards, and says in bounded time when it cannot be reached. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Settings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';
import { obtainStore } from '../server/obtain-store.js';
import { isStoreUnavailable, type Store, type StoreLog, StoreTooNew } from '../store/index.js';

/** How long a command waits for a MongoDB that does not answer. */
const PATIENCE_MS = 8000;

/** A command speaks through its result and its exit code; the store's own lines are for the server's log. */
const QUIET: StoreLog = { info() {}, warn() {}, error() {} };

/** @throws OperatorError when the store cannot be opened or goes away */
export async function withStore<T>(settings: Settings, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await obtainStore(settings, QUIET);
  try {
    const ready = await Promise.race([
      store.ready.then(() => true),
      wait(PATIENCE_MS, false, { ref: false }),
    ]);
    if (!ready) throw new OperatorError(unavailable(settings, 'it does not answer'));
    return await work(store);
  } catch (error) {
    if (error instanceof StoreTooNew) throw new OperatorError(error.message, { cause: error });
    if (!isStoreUnavailable(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(unavailable(settings, reason), { cause: error });
  } finally {
    await store.close();
  }
}

function unavailable({ mongodbUrl, dataDir }: Settings, reason: string): string {
  if (mongodbUrl === undefined) return `DATA_DIR="${dataDir}": the store cannot be used now: ${reason}`;
  const hosts = mongodbUrl.replace(/^[^/]*\/\/(?:[^/]*@)?([^/?]*).*$/s, '$1');
  return `MONGODB_URL: MongoDB cannot be used at ${hosts}: ${reason}`;
}
