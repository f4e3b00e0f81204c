/** Brings the records of an export into an empty store. */
import { resolve } from 'node:path';
import { OperatorError } from '../../errors/operator-error.js';
import type { CounterRecord, SnippetRecord } from '../records.js';
import { endImport, noteImport, readBegunImport } from '../state.js';
import type { Store } from '../store.js';
import { termsOf } from '../terms.js';
import { checkRecord } from './check-record.js';
import {
  type AnyRecord,
  type ExportEnd,
  readHeader,
  readRecords,
  type Transferred,
  transferredOf,
} from './export-file.js';

/** The store holds other records. */
export interface Imported extends ExportEnd {
  /** Of the SECRET_KEY that the tokens of the file were made under. */
  readonly fingerprint: string;
  /** Snippets that got the time of the one before: times never fall while ids grow. */
  readonly moved: number;
}

/** Records of one write, and their bytes. */
const [MOST, BYTES] = [1000, 4_000_000];

/**
 * Reads the file to its end before anything is stored. An import that was interrupted begins again: the store is emptied
 * first.
 *
 * @throws OperatorError when the file is damaged, cut off, of another version or something else, or has a line that
 *   cannot be stored
 * @throws OperatorError when the store is not empty
 */
export async function importRecords(store: Store, file: string): Promise<Imported> {
  const { fingerprint } = await readHeader(file);
  const targets = transferredOf(store);
  const checking = readChecked(file, targets);
  let checked = await checking.next();
  while (!checked.done) checked = await checking.next();

  if (await readBegunImport(store.meta)) for (const target of targets) await target.empty();
  for (const { name, read } of targets)
    if ((await read(undefined, 1)).length > 0)
      throw new OperatorError(`the store holds ${name} already; import into an empty store`);
  await noteImport(store.meta, resolve(file));
  const counters = new Map<string, Omit<CounterRecord, '_id'>>();
  let [moved, latest] = [0, new Date(0)];
  for await (const { target, records } of batchesOf(readChecked(file, targets))) {
    for (const record of records) raise(counters, target, record);
    if (target.name === 'counters') continue;
    const isSnippets = target.name === 'snippets';
    await target.load(isSnippets ? records.map(complete) : records);
  }
  await targets
    .find(({ name }) => name === 'counters')
    ?.load([...counters].map(([_id, counter]) => ({ _id, ...counter })));
  await endImport(store.meta);
  return { ...checked.value, fingerprint, moved };

  function complete(record: AnyRecord): AnyRecord {
    const { created } = record;
    if (created instanceof Date && created < latest) moved += 1;
    else if (created instanceof Date) latest = created;
    // It has been checked.
    return { ...record, created: latest, terms: termsOf(record as unknown as SnippetRecord) };
  }
}

/** The ids of tokens are those of users. */
const NOT_COUNTED = 'tokens';

/** Ids and times that are given from now on are greater than those of the file, whatever its counters say. */
function raise(counters: Map<string, Omit<CounterRecord, '_id'>>, { name }: Transferred, record: AnyRecord) {
  const counter = name === 'counters' ? String(record._id) : name;
  const value = Number(name === 'counters' ? record.value : record._id);
  if (Number.isNaN(value) || name === NOT_COUNTED) return;
  const { value: highest = 0, created: latest } = counters.get(counter) ?? {};
  const created = record.created instanceof Date ? record.created : undefined;
  const later = latest === undefined || (created !== undefined && created > latest) ? created : latest;
  counters.set(counter, { value: Math.max(highest, value), ...(later && { created: later }) });
}

interface Checked {
  readonly target: Transferred;
  readonly record: AnyRecord;
  readonly bytes: number;
}

/** @throws OperatorError at the first line that cannot be stored */
async function* readChecked(
  file: string,
  targets: readonly Transferred[],
): AsyncGenerator<Checked, ExportEnd> {
  const left = new Map(targets.map((target) => [target.name, target]));
  let [target, previous]: [Transferred | undefined, AnyRecord['_id'] | undefined] = [undefined, undefined];
  const lines = readRecords(file);
  for (;;) {
    const next = await lines.next();
    if (next.done) return next.value;
    const { number, bytes, collection, record: given } = next.value;
    if (collection !== target?.name) {
      target = left.get(collection);
      previous = undefined;
      left.delete(collection);
    }
    const record: AnyRecord | string = target
      ? checkRecord(target.definition, given, previous)
      : `"collection" is ${JSON.stringify(collection.slice(0, 60))}: it must be one of ${[...left.keys()].join(', ')}`;
    if (target === undefined || typeof record === 'string')
      throw new OperatorError(`${file} cannot be imported: line ${number}, ${record}`);
    previous = record._id;
    yield { target, record, bytes };
  }
}

/** Records of one collection at a time, in the order of the file. */
async function* batchesOf(lines: AsyncIterable<Checked>) {
  let [target, records, size]: [Transferred | undefined, AnyRecord[], number] = [undefined, [], 0];
  for await (const { target: next, record, bytes } of lines) {
    if (target && (records.length === MOST || size >= BYTES || next !== target)) {
      yield { target, records };
      [records, size] = [[], 0];
    }
    target = next;
    records.push(record);
    size += bytes;
  }
  if (target) yield { target, records };
}
