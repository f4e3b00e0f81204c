/** The schema version of the store. Migrates an older store and refuses a newer one. */
import { addWords } from './add-words.js';
import type { Collections } from './definitions.js';
import { retryUpsert } from './retry-upsert.js';
import type { StoreLog } from './store.js';

/**
 * `migrations[n]` migrates version n + 1 to n + 2. Several processes may run a step at once, or run it
 * again after a crash, so a step must be safe to repeat.
 */
const migrations: readonly ((collections: Collections) => Promise<void>)[] = [addWords];
export const SCHEMA_VERSION = migrations.length + 1;

export class StoreTooNew extends Error {
  override readonly name = 'StoreTooNew';
  constructor(found: unknown) {
    super(
      `The store has schema version ${JSON.stringify(found)}, this release knows versions up to ${SCHEMA_VERSION}: ` +
        'a newer release has written it. Start that release, or restore a backup made before it.',
    );
  }
}

/** Returns the stored version, `undefined` in a new store. Throws StoreTooNew before anything is changed. */
export async function readSchemaVersion(meta: Collections['meta']): Promise<number | undefined> {
  const found = (await meta.findOne({ _id: 'schema' }))?.value;
  if (found === undefined) return undefined;
  if (typeof found !== 'number' || found > SCHEMA_VERSION) throw new StoreTooNew(found);
  return found;
}

/** Runs the missing steps and records each. */
export async function bringForward(collections: Collections, log: StoreLog): Promise<void> {
  const { meta } = collections;
  const found = await readSchemaVersion(meta);
  if (found === undefined) {
    // $setOnInsert, because another process that is starting may have recorded it already.
    const version = { $setOnInsert: { value: SCHEMA_VERSION } };
    await retryUpsert(() => meta.updateOne({ _id: 'schema' }, version, { upsert: true }));
    return;
  }
  for (let version = found; version < SCHEMA_VERSION; version += 1) {
    log.info({ from: version, to: version + 1 }, 'bringing the store forward: this may take minutes');
    await migrations[version - 1]?.(collections);
    await meta.updateOne({ _id: 'schema', value: version }, { $set: { value: version + 1 } });
    log.info({ from: version, to: version + 1 }, 'store brought forward');
  }
}
