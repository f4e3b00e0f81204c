/** What `meta` says of the store itself: its version, and an import that has not ended. */
import type { Collections } from './definitions.js';
import { insertOnce, StoreRefused } from './errors.js';

type Meta = Collections['meta'];

/** Raise it with every change after which another release would misread the records. */
export const STORE_VERSION = 7;

/**
 * Gives a new store its version.
 *
 * @throws StoreRefused when another release wrote the store
 */
export async function requireVersion(meta: Meta): Promise<void> {
  const found = await meta.findOne({ _id: 'schema' });
  // Another process may be first; it has the same version, or is refused in turn.
  if (found === null) await insertOnce(meta, { _id: 'schema', value: STORE_VERSION });
  else if (found.value !== STORE_VERSION)
    throw new StoreRefused(
      `The store has version ${JSON.stringify(found.value)}, this release reads ${STORE_VERSION}: start the release ` +
        'that wrote it. To move its records: snippet-store export FILE there, then import FILE here.',
    );
}

/** The record that exists while an import is under way: `value` is the path of its file. */
export const IMPORT = { _id: 'import' } as const;

/** @throws StoreRefused */
export async function refuseUnfinishedImport(meta: Meta): Promise<void> {
  const begun = await meta.findOne(IMPORT);
  if (begun !== null)
    throw new StoreRefused(
      `An import into this store was interrupted. Run it again, it begins anew: snippet-store import ${begun.value}`,
    );
}
