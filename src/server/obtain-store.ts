/** Opens the store for a server or a command, and says in the operator's words why it cannot be opened. */

import type { Settings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';
import type { AnyDefinitions } from '../store/definition.js';
import { openStore, type Store, type StoreLog } from '../store/index.js';
import { prepareDataFolder } from './data-folder.js';

/** @throws OperatorError; a MongoDB that does not answer is no reason, the store keeps trying */
export async function obtainStore(
  settings: Settings,
  log: StoreLog,
  further?: AnyDefinitions,
): Promise<Store> {
  const { mongodbUrl, dataDir } = settings;
  if (mongodbUrl === undefined) await prepareDataFolder(dataDir);
  try {
    return await openStore(settings, log, { further });
  } catch (error) {
    const where = mongodbUrl === undefined ? `DATA_DIR="${dataDir}"` : 'MONGODB_URL';
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`${where}: the store cannot be opened: ${reason}`, { cause: error });
  }
}
