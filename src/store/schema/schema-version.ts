/** Reads the schema version of a store, and refuses one that this release does not know. */
import type { Collections } from '../definitions.js';
import type { Schema } from './schema.js';
import { StoreTooNew } from './store-too-new.js';

type Meta = Collections['meta'];

/** The `_id`s of the records in `meta`. */
export const META = {
  /** The version that writers write. */
  schema: 'schema',
  /** The version that all records have at least. Missing: that of `schema`. */
  records: 'schema-of-records',
  /** The release that has set `schema`. */
  release: 'schema-release',
} as const;

/**
 * @returns the version that writers write; undefined in a new store
 * @throws StoreTooNew before anything is changed
 */
export async function readSchemaVersion(
  meta: Meta,
  { knows }: Pick<Schema, 'knows'>,
): Promise<number | undefined> {
  const found = await readMeta(meta, META.schema);
  if (found === undefined) return undefined;
  if (typeof found === 'number' && found <= knows) return found;
  throw new StoreTooNew(found, knows, await readMeta(meta, META.release));
}

/** @returns the version that all records have at least, while an upgrade is under way that of before */
export async function readRecordsVersion(meta: Meta, schemaVersion: number): Promise<number> {
  const found = await readMeta(meta, META.records);
  return typeof found === 'number' ? found : schemaVersion;
}

async function readMeta(meta: Meta, _id: string): Promise<unknown> {
  return (await meta.findOne({ _id }))?.value;
}
