/** The version of what the store holds: one integer in `meta`. A store of another version is refused at the start. */
import type { Collections } from './definitions.js';
import { insertOnce } from './duplicate-key.js';
import { StoreRefused } from './store-unavailable.js';

/** Raise it with every change after which another release would misread the records. */
export const STORE_VERSION = 5;

/**
 * Gives a new store its version.
 *
 * @throws StoreRefused when another release wrote the store
 */
export async function requireVersion(meta: Collections['meta']): Promise<void> {
  const found = await meta.findOne({ _id: 'schema' });
  // Another process may be first; it has the same version, or is refused in turn.
  if (found === null) await insertOnce(meta, { _id: 'schema', value: STORE_VERSION });
  else if (found.value !== STORE_VERSION)
    throw new StoreRefused(
      `The store has version ${JSON.stringify(found.value)}, this release reads ${STORE_VERSION}: start the release ` +
        'that wrote it. To move its records: snippet-store export FILE there, then import FILE here.',
    );
}
