/** The store of the service: MongoDB when MONGODB_URL is set, else one file in DATA_DIR. */
import type { Settings } from '../config/settings.js';
import type { Collections } from './definitions.js';
import { openEmbedded } from './embedded/open.js';
import { openMongodb } from './mongodb/open.js';

export type { Collection } from './collection.js';
export type * from './documents.js';
export { isDuplicateKey } from './duplicate-key.js';
export { nextId } from './next-id.js';
export { StoreTooNew } from './schema-version.js';
export { isStoreUnavailable, StoreUnavailable } from './store-unavailable.js';

export interface Store extends Collections {
  readonly kind: 'mongodb' | 'embedded';
  /**
   * Settles once the indexes are made and the schema version is right; rejects when it never will be
   * (StoreTooNew, or closed before). A command line waits for it; a server answers 503 meanwhile.
   */
  readonly ready: Promise<void>;
  /** Rejects while the store cannot be reached or is not ready. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Shaped as pino's. */
export interface StoreLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * Opens the store. An unreachable MongoDB does not fail here: the store keeps trying, and what is asked of
 * it meanwhile rejects with an error that `isStoreUnavailable` knows. A data folder that cannot be written
 * and a store of a newer release do fail.
 */
export function openStore(settings: Pick<Settings, 'mongodbUrl' | 'dataDir'>, log: StoreLog): Promise<Store> {
  return settings.mongodbUrl === undefined
    ? openEmbedded(settings.dataDir, log)
    : openMongodb(settings.mongodbUrl, log);
}
