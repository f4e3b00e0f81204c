/**
 * The stored forms of snippets: which of them this release reads, and how it brings older ones to its own. The form of
 * a whole store is that in which writers write, in `meta`: a store that this release cannot use is refused.
 */
import { release } from '../../config/release.js';
import type { Collections } from '../definitions.js';
import { insertOnce } from '../duplicate-key.js';
import type { SnippetRecord } from '../records.js';
import type { StoreLog } from '../store-log.js';
import { StoreRefused } from '../store-unavailable.js';

export interface Form {
  /** The form that it leads to, from the one before. */
  readonly number: number;
  /** @returns the changed fields; it may run again, and beside other processes. Terms and form follow by themselves */
  bringForward(snippet: SnippetRecord): Partial<SnippetRecord> | Promise<Partial<SnippetRecord>>;
}

export interface Schema {
  /** The oldest form that a release has written. */
  readonly oldest: number;
  /** The newest form that this release reads, and writes once the store has it. */
  readonly knows: number;
  /** The form that this release brings a store to. The release before knows it too, so that both run side by side. */
  readonly writes: number;
  /** The steps to `writes`, in ascending order. */
  readonly forms: readonly Form[];
}

/** Form 4 is that of the first release. Builds before it wrote 1 to 3: `import` takes their exports. */
const FIRST = 4;

/** A new form takes two releases (docs/store.md): the first one knows it, the second one writes it. */
export const schema: Schema = { oldest: FIRST, knows: FIRST, writes: FIRST, forms: [] };

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
  const { matchedCount } = await meta.updateOne(filter, { $set: { value: writes } });
  if (matchedCount === 0) return;
  await meta.updateOne({ _id: META.release }, { $set: { value: release } }, { upsert: true });
  log.info({ from: found, to: writes }, 'writers switch to the new form');
}
