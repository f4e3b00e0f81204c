/** Brings the records of an export into an empty store, and compares what is there afterwards with the file. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { insertOnce } from '../insert-once.js';
import { bringRecordsForward } from '../schema/bring-forward.js';
import { schema } from '../schema/schema.js';
import type { Store, StoreLog } from '../store.js';
import {
  type BegunImport,
  endImport,
  ImportUnfinished,
  noteImport,
  readBegunImport,
} from '../unfinished-import.js';
import { hasExpired, type Transferred, transferredOf } from './any-collection.js';
import { makeLineCheck } from './check-line.js';
import { decodeLine, encodeLine, type RecordLine } from './encode-line.js';
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
 * @throws UnusableExport when it is damaged, cut off, of a newer release or something else, or has a line that cannot be
 *   stored
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
  if (header.schema > schema.knows)
    throw new UnusableExport(
      `${file} has schema version ${header.schema}, this release knows versions up to ${schema.knows}: use a newer release`,
    );
  if (wrong !== undefined) throw new UnusableExport(wrong);
  return { header, end };
}

/** The store holds other records. */
export class StoreNotEmpty extends Error {
  override readonly name = 'StoreNotEmpty';
}

/** What is stored is not what the file says. */
export class ImportDiffers extends Error {
  override readonly name = 'ImportDiffers';
}

export interface ImportOptions {
  /** Collections whose records are left out. */
  readonly without: readonly string[];
  readonly log: StoreLog;
  /** @param done records that have been stored, or compared */
  onProgress(step: 'stored' | 'compared', done: number): void;
}

/** Records that travel together, and their characters. */
const [MOST, CHARACTERS] = [1000, 4_000_000];

/**
 * May run again with the same file when it was interrupted.
 *
 * @throws StoreNotEmpty, ImportDiffers, ImportUnfinished
 */
export async function importRecords(
  store: Store,
  file: string,
  { header }: CheckedExport,
  { without, log, onProgress }: ImportOptions,
): Promise<void> {
  const targets = new Map(transferredOf(store).map((each) => [each.name, each]));
  const begun = await readBegunImport(store.meta);
  const mark = { id: header.id, file: resolve(file) };
  if (begun?.id !== header.id) {
    await requireEmpty([...targets.values()], begun);
    await noteImport(store.meta, { ...mark, isCompared: false });
  }
  if (begun?.isCompared !== true) {
    await storeAll();
    await compareAll();
    await noteImport(store.meta, { ...mark, isCompared: true });
  }
  if (header.schema < store.schema.version) {
    // The store was empty, so no other process writes.
    await bringRecordsForward({ collections: store, schema: { ...schema, settleMs: 0 }, log }, header.schema);
  }
  await endImport(store.meta);

  async function storeAll(): Promise<void> {
    let stored = 0;
    for await (const batch of batchesOf(file, without)) {
      // A record that is there already is compared later, as all are.
      await Promise.all(
        batch.map((each) => insertOnce({ insertOne: targetOf(targets, each).insert }, each.record)),
      );
      stored += batch.length;
      onProgress('stored', stored);
    }
  }

  async function compareAll(): Promise<void> {
    let compared = 0;
    for await (const batch of batchesOf(file, without)) {
      for (const [name, lines] of byCollection(batch))
        await compare(targetOf(targets, { collection: name }), lines);
      compared += batch.length;
      onProgress('compared', compared);
    }
  }
}

async function requireEmpty(targets: readonly Transferred[], begun: BegunImport | undefined): Promise<void> {
  for (const { name, definition, collection } of targets) {
    const after = definition.idType === 'integer' ? 0 : '';
    const [found] = await collection.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: 1 }).toArray();
    if (!found) continue;
    throw begun ? new ImportUnfinished(begun.file) : new StoreNotEmpty(`the store holds ${name} already`);
  }
}

async function* batchesOf(file: string, without: readonly string[]): AsyncGenerator<RecordLine[]> {
  let batch: RecordLine[] = [];
  let characters = 0;
  for await (const line of readLines(file)) {
    const each = decodeLine(line);
    if (each === undefined || without.includes(each.collection)) continue;
    batch.push(each);
    characters += line.length;
    if (batch.length < MOST && characters < CHARACTERS) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

function targetOf(targets: ReadonlyMap<string, Transferred>, { collection }: Pick<RecordLine, 'collection'>) {
  const target = targets.get(collection);
  if (target) return target;
  throw new UnusableExport(`this release knows no collection "${collection}"`);
}

function byCollection(batch: readonly RecordLine[]): Map<string, RecordLine[]> {
  const groups = new Map<string, RecordLine[]>();
  for (const line of batch) {
    const group = groups.get(line.collection);
    if (group) group.push(line);
    else groups.set(line.collection, [line]);
  }
  return groups;
}

async function compare(
  { name, definition, collection }: Transferred,
  lines: readonly RecordLine[],
): Promise<void> {
  const ids = lines.map(({ record }) => record._id);
  const found = new Map(
    (await collection.find({ _id: { $in: ids } }).toArray()).map((record) => [record._id, record]),
  );
  for (const line of lines) {
    const { _id } = line.record;
    const record = found.get(_id);
    if (record === undefined && hasExpired(definition, line.record)) continue;
    if (record === undefined) throw new ImportDiffers(`${name} ${_id} is missing after the import`);
    if (encodeLine({ collection: name, record }) !== encodeLine(line))
      throw new ImportDiffers(`${name} ${_id} differs from the file after the import`);
  }
}
