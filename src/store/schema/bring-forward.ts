/** Brings a store forward to the schema version of this release, while processes of the release before go on working. */
import { setTimeout as sleep } from 'node:timers/promises';
import { release } from '../../config/release.js';
import type { Collections } from '../definitions.js';
import { insertOnce } from '../insert-once.js';
import type { StoreLog } from '../store.js';
import type { Schema } from './schema.js';
import { META, readRecordsVersion, readSchemaVersion } from './schema-version.js';

interface Upgrade {
  readonly collections: Collections;
  readonly schema: Schema;
  readonly log: StoreLog;
}

/**
 * First all writers write the new form, then the older records get it: no record is missed.
 *
 * @returns the version that writers write from now on
 * @throws StoreTooNew
 */
export async function bringForward(upgrade: Upgrade): Promise<number> {
  const { collections, schema } = upgrade;
  const { meta } = collections;
  const found = await readSchemaVersion(meta, schema);
  if (found === undefined) {
    await insertOnce(meta, { _id: META.schema, value: schema.writes });
    // Another release that is starting may have been first.
    return (await readSchemaVersion(meta, schema)) ?? schema.writes;
  }
  await announce(upgrade, found);
  await upgradeRecords(upgrade, await readRecordsVersion(meta, found));
  return Math.max(found, schema.writes);
}

/** From here on a process that does not know the version refuses requests, and one that knows it writes it. */
async function announce({ collections: { meta }, schema, log }: Upgrade, found: number): Promise<void> {
  if (found >= schema.writes) return;
  await insertOnce(meta, { _id: META.records, value: found });
  const { modifiedCount } = await meta.updateOne(
    { _id: META.schema, value: found },
    { $set: { value: schema.writes } },
  );
  if (modifiedCount === 0) return;
  await meta.updateOne({ _id: META.release }, { $set: { value: release } }, { upsert: true });
  log.info({ from: found, to: schema.writes }, 'writers switch to the new schema version');
}

/** For records that came from elsewhere, an import: they may be older than the store. */
export async function bringRecordsForward(upgrade: Upgrade, from: number): Promise<void> {
  const version = { $set: { value: from } };
  await upgrade.collections.meta.updateOne({ _id: META.records }, version, { upsert: true });
  await upgradeRecords(upgrade, from);
}

async function upgradeRecords({ collections, schema, log }: Upgrade, from: number): Promise<void> {
  const { meta } = collections;
  const steps = schema.steps.filter(({ version }) => version > from);
  if (steps.length === 0) return;
  await sleep(schema.settleMs);
  for (const { version, bringForward } of steps) {
    log.info({ to: version }, 'bringing the store forward: this may take minutes');
    await bringForward(collections);
    // A process that is slower must not take this back.
    await meta.updateOne({ _id: META.records, value: version - 1 }, { $set: { value: version } });
    log.info({ to: version }, 'store brought forward');
  }
}
