/** Writes all records of a store into one file of lines. */
import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, link, open, rm } from 'node:fs/promises';
import type { Store } from '../store.js';
import { hasExpired, type Id, type Transferred, transferredOf } from './any-collection.js';
import { decodeLine, encodeLine } from './encode-line.js';
import {
  damagedLine,
  type ExportEnd,
  type ExportHeader,
  endLine,
  headerLine,
  parseDamaged,
  parseEnd,
  parseHeader,
  readLines,
  UnusableExport,
} from './export-lines.js';
import { readAroundDamage } from './read-around-damage.js';

export interface ExportOptions {
  readonly header: ExportHeader;
  /** Goes on with what an export that was interrupted has written. */
  readonly resume: boolean;
  /** Leaves out what is damaged, and says so at the end of the file. */
  readonly skipDamaged: boolean;
  /** @param done records of the collection that are written */
  onProgress(collection: string, done: number): void;
}

/** A record that cannot be read, while damage is not to be left out. */
export class DamagedExport extends Error {
  override readonly name = 'DamagedExport';
}

/** What is written so far. */
interface Draft {
  readonly file: FileHandle;
  readonly hash: Hash;
  readonly records: Record<string, number>;
  damaged: number;
  /** The last record, written or damaged. */
  at: { readonly collection: string; readonly id: Id } | undefined;
}

/**
 * The file appears under its name when it is complete; until then it is `FILE.partial`.
 *
 * @throws UnusableExport when there is nothing, or something else, to go on with
 * @throws DamagedExport
 * @throws Error with the code EEXIST when the file, or what was begun of it, is there
 */
export async function writeExport(store: Store, file: string, options: ExportOptions): Promise<ExportEnd> {
  const { header, resume, skipDamaged, onProgress } = options;
  const partial = `${file}.partial`;
  const draft =
    resume && existsSync(partial) ? await continueDraft(partial, header) : await beginDraft(partial, header);
  try {
    for (const each of remaining(transferredOf(store), draft)) {
      draft.records[each.name] ??= 0;
      for await (const { records, damaged } of batchesOf(store, each, draft)) {
        const [first] = damaged;
        if (first && !skipDamaged) {
          // The id is empty where not even the first record can be read.
          const place = first.id === '' ? each.name : `${each.name} ${first.id}`;
          throw new DamagedExport(`${place} cannot be read (${first.reason})`);
        }
        draft.damaged += damaged.length;
        const gaps = damaged.map((row) => damagedLine({ collection: each.name, ...row }));
        // Of what expires during a transfer nobody could say whether it is missing.
        const kept = records.filter((record) => !hasExpired(each.definition, record));
        const written = kept.map((record) => `${encodeLine({ collection: each.name, record })}\n`);
        const lines = [...gaps, ...written].join('');
        draft.hash.update(lines);
        draft.records[each.name] = (draft.records[each.name] ?? 0) + kept.length;
        await draft.file.appendFile(lines);
        onProgress(each.name, draft.records[each.name] ?? 0);
      }
      draft.at = undefined;
    }
    const { records, hash, damaged } = draft;
    const end: ExportEnd = { records, sha256: hash.digest('hex'), damaged };
    await draft.file.appendFile(endLine(end));
    await draft.file.sync();
    // A link, unlike a rename, never replaces a file.
    await link(partial, file);
    await rm(partial);
    return end;
  } finally {
    await draft.file.close();
  }
}

/** The collection of the last written record, and those behind it. */
function remaining(all: readonly Transferred[], { at }: Draft): readonly Transferred[] {
  return at === undefined ? all : all.slice(all.findIndex(({ name }) => name === at.collection));
}

function batchesOf(store: Store, { name, definition, collection }: Transferred, { at }: Draft) {
  const isNumbered = definition.idType === 'integer';
  return readAroundDamage(collection, {
    after: at?.collection === name ? at.id : isNumbered ? 0 : '',
    lastId: async () => (isNumbered ? (await store.counters.findOne({ _id: name }))?.value : undefined),
  });
}

async function beginDraft(partial: string, header: ExportHeader): Promise<Draft> {
  // Made anew, so that it has this mode from its first byte.
  const file = await open(partial, 'ax', 0o600);
  await file.appendFile(headerLine(header));
  return { file, hash: createHash('sha256'), records: {}, damaged: 0, at: undefined };
}

async function continueDraft(partial: string, { fingerprint, schema }: ExportHeader): Promise<Draft> {
  const hash = createHash('sha256');
  const records: Record<string, number> = {};
  let [at, damaged, length]: [Draft['at'], number, number] = [undefined, 0, 0];
  let isFirst = true;
  for await (const line of readLines(partial)) {
    if (isFirst) {
      const begun = parseHeader(line, partial);
      if (begun.fingerprint !== fingerprint || begun.schema !== schema)
        throw new UnusableExport(`${partial} is the beginning of another store's export; delete it`);
      isFirst = false;
    } else {
      if (parseEnd(line, partial)) break;
      const gap = parseDamaged(line);
      const found = gap ? undefined : decodeLine(line);
      if (gap) damaged += 1;
      if (found) records[found.collection] = (records[found.collection] ?? 0) + 1;
      at = found ? { collection: found.collection, id: found.record._id } : (gap ?? at);
      hash.update(`${line}\n`);
    }
    length += Buffer.byteLength(line) + 1;
  }
  if (isFirst) throw new UnusableExport(`${partial} has no complete line; delete it`);
  const file = await open(partial, 'a', 0o600);
  // What is left of a line that was not written to its end.
  await file.truncate(length);
  return { file, hash, records, damaged, at };
}
