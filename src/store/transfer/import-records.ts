/** Brings the records of an export into an empty store. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { SnippetRecord } from '../records.js';
import { endImport, noteImport, readBegunImport, STORE_VERSION } from '../state.js';
import type { Store } from '../store.js';
import { termsOf } from '../terms.js';
import { type AnyRecord, type Stored, transferredOf } from './any-collection.js';
import { makeLineCheck } from './check-line.js';
import { decodeLine } from './encode-line.js';
import {
  type ExportEnd,
  type ExportHeader,
  parseEnd,
  parseHeader,
  readLines,
  UnusableExport,
} from './export-lines.js';

export interface CheckedExport {
  readonly header: ExportHeader;
  readonly end: ExportEnd;
}

/**
 * Reads the whole file, before anything is stored.
 *
 * @throws UnusableExport when it is damaged, cut off, of a newer release or something else, or has a line that cannot
 *   be stored
 */
export async function checkExport(store: Store, file: string): Promise<CheckedExport> {
  const hash = createHash('sha256');
  const check = makeLineCheck(transferredOf(store));
  let header: ExportHeader | undefined;
  let end: ExportEnd | undefined;
  let wrong: string | undefined;
  let number = 0;
  for await (const line of readLines(file)) {
    number += 1;
    if (end) throw new UnusableExport(`${file} has lines after the one with its checksum`);
    if (header === undefined) header = parseHeader(line, file);
    else {
      end = parseEnd(line, file);
      if (end) continue;
      hash.update(`${line}\n`);
      if (wrong !== undefined) continue;
      const problem = check(line);
      if (problem) wrong = `${file} cannot be imported: line ${number}, ${problem}`;
    }
  }
  if (header === undefined) throw new UnusableExport(`${file} is not an export of this service`);
  if (end === undefined) throw new UnusableExport(`${file} is cut off: its last line is missing`);
  if (hash.digest('hex') !== end.sha256) throw new UnusableExport(`${file} is damaged: its checksum differs`);
  if (header.schema !== STORE_VERSION)
    throw new UnusableExport(
      `${file} is of version ${header.schema}, this release reads ${STORE_VERSION}: use the release that wrote it`,
    );
  if (wrong !== undefined) throw new UnusableExport(wrong);
  return { header, end };
}

/** The store holds other records. */
export class StoreNotEmpty extends Error {
  override readonly name = 'StoreNotEmpty';
}

/** The store does not hold what the file says. */
export class ImportDiffers extends Error {
  override readonly name = 'ImportDiffers';
}

export interface ImportOptions {
  /** Collections whose records are left out. */
  readonly without: readonly string[];
  /** @param done records that are stored */
  onProgress(done: number): void;
}

export interface Imported {
  /** Snippets that got the time of the one before: times never fall while ids grow. */
  readonly moved: number;
}

/** Records of one write, and their characters. */
const [MOST, CHARACTERS] = [1000, 4_000_000];

/**
 * An import that was interrupted begins again: the store is emptied first.
 *
 * @throws StoreNotEmpty, ImportDiffers
 */
export async function importRecords(
  store: Store,
  file: string,
  { header, end }: CheckedExport,
  { without, onProgress }: ImportOptions,
): Promise<Imported> {
  const targets = transferredOf(store);
  if (await readBegunImport(store.meta)) for (const { deleteAll } of targets) await deleteAll();
  else await requireEmpty(targets);
  await noteImport(store.meta, { id: header.id, file: resolve(file) });

  let [stored, moved, latest] = [0, 0, new Date(0)];
  function completed(record: AnyRecord): AnyRecord {
    const { created } = record;
    if (created instanceof Date && created < latest) moved += 1;
    else if (created instanceof Date) latest = created;
    // The line has been checked; the export leaves out the terms, which follow from the text.
    const terms = termsOf(record as unknown as SnippetRecord);
    return { ...record, created: latest, terms };
  }
  const byName = new Map(targets.map((target) => [target.name, target]));
  for await (const [name, records] of batchesOf(file, without)) {
    const target = byName.get(name);
    if (target === undefined) throw new UnusableExport(`this release knows no collection "${name}"`);
    await target.load(name === 'snippets' ? records.map(completed) : records);
    stored += records.length;
    onProgress(stored);
  }

  // Ids that are given from now on have later times.
  await store.counters.updateOne({ _id: 'snippets' }, { $max: { created: latest } }, { upsert: true });
  for (const target of targets) if (!without.includes(target.name)) await requireAll(target, end);
  await endImport(store.meta);
  return { moved };
}

async function requireEmpty(targets: readonly Stored[]): Promise<void> {
  for (const { name, definition, collection } of targets) {
    const after = definition.idType === 'integer' ? 0 : '';
    const [found] = await collection.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: 1 }).toArray();
    if (found) throw new StoreNotEmpty(`the store holds ${name} already`);
  }
}

/** Records that expire may be gone by now. */
async function requireAll({ name, definition, collection }: Stored, end: ExportEnd): Promise<void> {
  const [stored, expected] = [await collection.countDocuments(), end.records[name] ?? 0];
  const mayExpire = definition.indexes.some(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
  // The counter of the snippets is made where the file has none.
  if (stored === expected || mayExpire || (name === 'counters' && stored === expected + 1)) return;
  throw new ImportDiffers(`the store holds ${stored} ${name} after the import, the file ${expected}`);
}

/** Records of one collection at a time, in the order of the file. */
async function* batchesOf(
  file: string,
  without: readonly string[],
): AsyncGenerator<readonly [collection: string, records: AnyRecord[]]> {
  let [name, batch, characters]: [string, AnyRecord[], number] = ['', [], 0];
  for await (const line of readLines(file)) {
    const each = decodeLine(line);
    if (each === undefined || without.includes(each.collection)) continue;
    const isFull = batch.length === MOST || characters >= CHARACTERS || each.collection !== name;
    if (isFull && batch.length > 0) {
      yield [name, batch];
      [batch, characters] = [[], 0];
    }
    name = each.collection;
    batch.push(each.record);
    characters += line.length;
  }
  if (batch.length > 0) yield [name, batch];
}
