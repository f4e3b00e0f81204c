/** Writes all records of a store into one file of lines. */
import { createHash } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { sizeOf } from '../batches.js';
import type { Store } from '../store.js';
import {
  type AnyRecord,
  type ExportEnd,
  type ExportHeader,
  endLine,
  headerLine,
  recordLine,
  type Transferred,
  transferredOf,
} from './export-file.js';

/**
 * The file appears under its name when it is complete; until then it is `FILE.partial`.
 *
 * @throws Error with the code EEXIST when the file exists
 */
export async function writeExport(store: Store, file: string, header: ExportHeader): Promise<ExportEnd> {
  const partial = `${file}.partial`;
  // Of an export that was interrupted. Made anew, so that the file has this mode from its first byte.
  await rm(partial, { force: true });
  const draft = await open(partial, 'ax', 0o600);
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  try {
    await draft.appendFile(headerLine(header));
    for (const each of transferredOf(store)) {
      for await (const records of batchesOf(each)) {
        // Of what expires during a transfer nobody could say whether it is missing.
        const kept = records.filter((record) => !hasExpired(each, record));
        const lines = kept.map((record) => recordLine(each.name, record)).join('');
        hash.update(lines);
        if (kept.length > 0) counts[each.name] = (counts[each.name] ?? 0) + kept.length;
        await draft.appendFile(lines);
      }
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

async function* batchesOf({ read }: Transferred): AsyncGenerator<readonly AnyRecord[]> {
  let [after, limit]: [AnyRecord['_id'] | undefined, number] = [undefined, 10];
  for (;;) {
    const records = await read(after, limit);
    const last = records.at(-1);
    if (last === undefined) return;
    yield records;
    after = last._id;
    limit = Math.max(1, Math.min(LARGEST, Math.floor(CHARACTERS / Math.max(...records.map(sizeOf), 1))));
  }
}

/** Whether the store may have deleted the record by now (`expireAfterSeconds`). */
function hasExpired({ definition }: Transferred, record: AnyRecord): boolean {
  return definition.indexes.some(({ key, expireAfterSeconds: seconds }) => {
    const date = record[Object.keys(key)[0] ?? ''];
    return seconds !== undefined && date instanceof Date && date.getTime() + seconds * 1000 <= Date.now();
  });
}
