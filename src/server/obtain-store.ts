/** Opens the store for a server or a command, and says in the operator's words why it cannot be used. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';
import type { AnyDefinitions } from '../store/definition.js';
import { openStore, type Store, type StoreLog, StoreRefused } from '../store/index.js';
import { refuseOtherSecretKey } from '../store/keys.js';
import type { OpenOptions } from '../store/store.js';
import { obtainSecretKey, readSecretKey } from './secret-key.js';

/** @throws OperatorError; a MongoDB that does not answer is no reason, the store keeps trying */
export async function obtainStore(
  settings: Settings,
  log: StoreLog,
  options: OpenOptions = {},
): Promise<Store> {
  const { mongodbUrl, dataDir } = settings;
  try {
    return await openStore(settings, log, options);
  } catch (error) {
    const where = mongodbUrl === undefined ? `DATA_DIR="${dataDir}"` : 'MONGODB_URL';
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`${where}: the store cannot be opened: ${reason}`, { cause: error });
  }
}

/**
 * Opens the store for a server, and obtains the SECRET_KEY that it belongs to. On the embedded store it may have to be
 * made, which only the open store can tell. It is opened once: closing a second connection of the process would end
 * the locks of the first (fcntl(2)).
 *
 * @throws OperatorError
 */
export async function obtainStoreAndKey(
  settings: Settings,
  log: StoreLog,
  further?: AnyDefinitions,
): Promise<{ readonly store: Store; readonly secretKey: string }> {
  const hasQuota = settings.quotaSnippets !== undefined || settings.quotaBytes !== undefined;
  const secret = await readSecretKey(settings);
  const store = await obtainStore(settings, log, { further, secretKey: secret, hasQuota });
  try {
    return { store, secretKey: await obtainSecretKey(settings, store.meta) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** How long a service goes on issuing tokens under a key that `secret rotate` has replaced. */
const LOOK_EVERY_MS = 2_000;

/**
 * MongoDB may answer only long after the start, and `secret rotate` may run beside the service.
 *
 * @returns why the store does not accept the service, once it was written by a newer release or has another SECRET_KEY
 */
export async function storeRefusal({ ready, meta }: Store, secretKey: string): Promise<OperatorError> {
  for (;;) {
    try {
      await ready;
      await refuseOtherSecretKey(meta, secretKey);
    } catch (cause) {
      if (cause instanceof StoreRefused)
        return new OperatorError(`refusing to serve this store: ${cause.message}`, { cause });
      // That the store does not answer is told by readiness.
    }
    await sleep(LOOK_EVERY_MS, undefined, { ref: false });
  }
}
