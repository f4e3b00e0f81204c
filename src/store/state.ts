/** What `meta` says of the store itself: its version, and an import that has not ended. */
import type { Collections } from './definitions.js';
import { insertOnce, StoreRefused } from './errors.js';

type Meta = Collections['meta'];

/** Raise it with every change after which another release would misread the records. */
export const STORE_VERSION = 6;

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

/** The `_id` of the record in `meta` that exists while an import is under way. */
const ID = 'import';

export class ImportUnfinished extends StoreRefused {
  override readonly name = 'ImportUnfinished';

  constructor(file: string) {
    super(
      `An import into this store was interrupted. Run it again, it begins anew: snippet-store import ${file}`,
    );
  }
}

/** @throws ImportUnfinished */
export async function refuseUnfinishedImport(meta: Meta): Promise<void> {
  const file = await readBegunImport(meta);
  if (file !== undefined) throw new ImportUnfinished(file);
}

/** @returns the path of its file */
export async function readBegunImport(meta: Meta): Promise<string | undefined> {
  const begun = await meta.findOne({ _id: ID });
  return begun === null ? undefined : String(begun.value);
}

export async function noteImport(meta: Meta, file: string): Promise<void> {
  await meta.updateOne({ _id: ID }, { $set: { value: file } }, { upsert: true });
}

export async function endImport(meta: Meta): Promise<void> {
  await meta.deleteOne({ _id: ID });
}
