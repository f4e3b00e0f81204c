/** Writes all records of a store into one file of lines. */
import { createHash } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import type { Store } from '../store.js';
import { hasExpired, transferredOf } from './any-collection.js';
import { encodeLine } from './encode-line.js';
import { damagedLine, type ExportEnd, type ExportHeader, endLine, headerLine } from './export-lines.js';
import { readAround } from './read-around-damage.js';

export interface ExportOptions {
  readonly header: ExportHeader;
  /** Leaves out what is damaged, and says so at the end of the file. */
  readonly skipDamaged: boolean;
  /** @param done records of the collection that are written */
  onProgress(collection: string, done: number): void;
}

/** A record that cannot be read, while damage is not to be left out. */
export class DamagedExport extends Error {
  override readonly name = 'DamagedExport';
}

/**
 * The file appears under its name when it is complete; until then it is `FILE.partial`.
 *
 * @throws DamagedExport
 * @throws Error with the code EEXIST when the file exists
 */
export async function writeExport(
  store: Store,
  file: string,
  { header, skipDamaged, onProgress }: ExportOptions,
): Promise<ExportEnd> {
  const partial = `${file}.partial`;
  // Of an export that was interrupted. Made anew, so that the file has this mode from its first byte.
  await rm(partial, { force: true });
  const draft = await open(partial, 'ax', 0o600);
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  let gaps = 0;
  try {
    await draft.appendFile(headerLine(header));
    for (const each of transferredOf(store)) {
      let count = 0;
      for await (const { records, damaged } of readAround(store, each)) {
        const [first] = damaged;
        if (first && !skipDamaged) {
          // The id is empty where not even the first record can be read.
          const place = first.id === '' ? each.name : `${each.name} ${first.id}`;
          throw new DamagedExport(`${place} cannot be read (${first.reason})`);
        }
        gaps += damaged.length;
        const missing = damaged.map((row) => damagedLine({ collection: each.name, ...row }));
        // Of what expires during a transfer nobody could say whether it is missing.
        const kept = records.filter((record) => !hasExpired(each.definition, record));
        const written = kept.map((record) => `${encodeLine({ collection: each.name, record })}\n`);
        const lines = [...missing, ...written].join('');
        hash.update(lines);
        count += kept.length;
        await draft.appendFile(lines);
        onProgress(each.name, count);
      }
      counts[each.name] = count;
    }
    const end: ExportEnd = { records: counts, sha256: hash.digest('hex'), damaged: gaps };
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
