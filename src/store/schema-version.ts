/** The version of the stored form: an older store is brought forward, a newer one is refused. */
import { addWords } from './add-words.js';
import type { Collections } from './definitions.js';
import { retryUpsert } from './retry-upsert.js';
import type { StoreLog } from './store.js';

/**
 * One step each: `migrations[n]` brings version n + 1 to n + 2. Several processes may run one at once, or
 * again after a crash, so a step changes nothing that it has changed already.
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

/** The stored version, `undefined` in a new store. Throws StoreTooNew before anything is changed. */
export async function readSchemaVersion(meta: Collections['meta']): Promise<number | undefined> {
  const found = (await meta.findOne({ _id: 'schema' }))?.value;
  if (found === undefined) return undefined;
  if (typeof found !== 'number' || found > SCHEMA_VERSION) throw new StoreTooNew(found);
  return found;
}

/** Runs the steps that are missing, recording each. */
export async function bringForward(collections: Collections, log: StoreLog): Promise<void> {
  const { meta } = collections;
  const found = await readSchemaVersion(meta);
  if (found === undefined) {
    // $setOnInsert, because another process that starts now may have recorded it.
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
