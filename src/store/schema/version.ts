/** The form of a whole store, in `meta`: that in which writers write. Refuses what this release cannot use. */
import { release } from '../../config/release.js';
import type { Collections } from '../definitions.js';
import { insertOnce } from '../duplicate-key.js';
import type { StoreLog } from '../store-log.js';
import { StoreRefused } from '../store-unavailable.js';
import type { Schema } from './schema.js';

type Meta = Collections['meta'];

/** The `_id`s of the records in `meta`. */
export const META = {
  /** The form that writers write. */
  form: 'schema',
  /** The release that has set it. */
  release: 'schema-release',
} as const;

/** For requests an outage (503), because another process of the newer release can answer them. */
export class StoreTooNew extends StoreRefused {
  override readonly name = 'StoreTooNew';

  /** @param by the release that has upgraded the store, if it is known */
  constructor(found: unknown, knows: number, by?: unknown) {
    const who = typeof by === 'string' ? `release ${by}` : 'a newer release';
    super(
      `The store has form ${JSON.stringify(found)}, this release knows forms up to ${knows}: ${who} has upgraded it. ` +
        'Start that release, or restore a backup made before it.',
    );
  }
}

export class StoreTooOld extends StoreRefused {
  override readonly name = 'StoreTooOld';

  constructor(found: number, oldest: number) {
    super(
      `The store has form ${found}, which a build before the first release wrote; this release reads forms from ${oldest}. ` +
        'Export it with the build that wrote it (snippet-store export FILE), and import the file into a new store.',
    );
  }
}

/** @throws StoreTooNew, StoreTooOld */
export function refuseOtherForms(
  found: unknown,
  { knows, oldest }: Pick<Schema, 'knows' | 'oldest'>,
  by?: unknown,
): asserts found is number {
  if (typeof found !== 'number' || found > knows) throw new StoreTooNew(found, knows, by);
  if (found < oldest) throw new StoreTooOld(found, oldest);
}

/**
 * @returns the form that writers write; undefined in a new store
 * @throws StoreTooNew, StoreTooOld, before anything is changed
 */
export async function readForm(meta: Meta, schema: Schema): Promise<number | undefined> {
  const found = (await meta.findOne({ _id: META.form }))?.value;
  if (found === undefined) return undefined;
  refuseOtherForms(found, schema, (await meta.findOne({ _id: META.release }))?.value);
  return found;
}

/** @returns the form that writers write from now on. Another release that is starting may have been first */
export async function noteNewStore(meta: Meta, schema: Schema): Promise<number> {
  await insertOnce(meta, { _id: META.form, value: schema.writes });
  return (await readForm(meta, schema)) ?? schema.writes;
}

/** From here on a process that does not know the form refuses requests, and one that knows it writes it. */
export async function announceForm(
  meta: Meta,
  { writes }: Schema,
  found: number,
  log: StoreLog,
): Promise<void> {
  if (found >= writes) return;
  const filter = { _id: META.form, value: found };
  const { modifiedCount } = await meta.updateOne(filter, { $set: { value: writes } });
  if (modifiedCount === 0) return;
  await meta.updateOne({ _id: META.release }, { $set: { value: release } }, { upsert: true });
  log.info({ from: found, to: writes }, 'writers switch to the new form');
}
