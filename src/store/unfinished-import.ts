/** An import that has begun and not ended: the store holds only a part of the records, so nothing else may use it. */
import type { Collections } from './definitions.js';
import { StoreRefused } from './store-unavailable.js';

type Meta = Collections['meta'];

/** The `_id` of the record in `meta` that exists while an import is under way. */
const ID = 'import';

export interface BegunImport {
  /** The id of the export. */
  readonly id: string;
  /** The path of the export. */
  readonly file: string;
}

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
  const begun = await readBegunImport(meta);
  if (begun) throw new ImportUnfinished(begun.file);
}

export async function readBegunImport(meta: Meta): Promise<BegunImport | undefined> {
  // Written by `noteImport`.
  return (await meta.findOne({ _id: ID }))?.value as BegunImport | undefined;
}

export async function noteImport(meta: Meta, { id, file }: BegunImport): Promise<void> {
  await meta.updateOne({ _id: ID }, { $set: { value: { id, file } } }, { upsert: true });
}

export async function endImport(meta: Meta): Promise<void> {
  await meta.deleteOne({ _id: ID });
}
