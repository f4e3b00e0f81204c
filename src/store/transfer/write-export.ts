/** Writes all records of a store into one file of lines. */
import { createHash } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { sizeOf } from '../batches.js';
import type { Store } from '../store.js';
import { type AnyRecord, hasExpired, type Id, type Stored, transferredOf } from './any-collection.js';
import { encodeLine } from './encode-line.js';
import { type ExportEnd, type ExportHeader, endLine, headerLine } from './export-lines.js';

export interface ExportOptions {
  readonly header: ExportHeader;
  /** @param done records of the collection that are written */
  onProgress(collection: string, done: number): void;
}

/**
 * The file appears under its name when it is complete; until then it is `FILE.partial`.
 *
 * @throws Error with the code EEXIST when the file exists
 */
export async function writeExport(
  store: Store,
  file: string,
  { header, onProgress }: ExportOptions,
): Promise<ExportEnd> {
  const partial = `${file}.partial`;
  // Of an export that was interrupted. Made anew, so that the file has this mode from its first byte.
  await rm(partial, { force: true });
  const draft = await open(partial, 'ax', 0o600);
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  try {
    await draft.appendFile(headerLine(header));
    for (const each of transferredOf(store)) {
      let count = 0;
      for await (const records of batchesOf(each)) {
        // Of what expires during a transfer nobody could say whether it is missing.
        const kept = records.filter((record) => !hasExpired(each.definition, record));
        const lines = kept.map((record) => `${encodeLine({ collection: each.name, record })}\n`).join('');
        hash.update(lines);
        count += kept.length;
        await draft.appendFile(lines);
        onProgress(each.name, count);
      }
      counts[each.name] = count;
    }
    const end: ExportEnd = { records: counts, sha256: hash.digest('hex') };
    await draft.appendFile(endLine(end));
    await draft.sync();
    // A link, unlike a rename, never replaces a file.
    await link(partial, file);
    await rm(partial);
    return end;
  } finally {
    await draft.close();
  }
}

const LARGEST = 200;
/** Characters of a batch: the memory that an export needs, several times. */
const CHARACTERS = 2_000_000;

/** All records by ascending id, without their terms, which follow from the text. */
async function* batchesOf({ definition, collection }: Stored): AsyncGenerator<readonly AnyRecord[]> {
  const { terms, idType } = definition;
  const projection = terms === undefined ? {} : { [terms]: 0 as const };
  let [after, limit]: [Id, number] = [idType === 'integer' ? 0 : '', 10];
  for (;;) {
    const records = await collection
      .find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit, projection })
      .toArray();
    const last = records.at(-1);
    if (last === undefined) return;
    yield records;
    after = last._id;
    limit = Math.max(1, Math.min(LARGEST, Math.floor(CHARACTERS / Math.max(...records.map(sizeOf), 1))));
  }
}
