/** Brings the records of an export into an empty store. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { OperatorError } from '../../errors/operator-error.js';
import { isRecord } from '../../is-record.js';
import type { SnippetRecord } from '../records.js';
import { IMPORT, STORE_VERSION } from '../state.js';
import type { Store } from '../store.js';
import { termsOf } from '../terms.js';
import { KEPT } from '../usage.js';
import { checkRecord, isNumbered, shown } from './check-record.js';
import { type AnyRecord, type ExportEnd, type Transferred, transferredOf } from './export-file.js';

export interface Imported extends ExportEnd {
  /** Of the SECRET_KEY that the tokens of the file were made under. */
  readonly fingerprint: string;
}

/** Records of one write, and their bytes. */
const [MOST, BYTES] = [1000, 4_000_000];

/**
 * Reads the file to its end before anything is stored. An import that was interrupted begins again: the store is emptied
 * first.
 *
 * @throws OperatorError when the store is not empty, or the file is damaged, cut off, of another version or something
 *   else, or has a line that cannot be stored
 */
export async function importRecords(store: Store, file: string): Promise<Imported> {
  const targets = transferredOf(store);
  const imported = await readChecked(file, targets, () => undefined);
  const isAgain = (await store.meta.findOne(IMPORT)) !== null;
  for (const { name, collection } of targets) {
    if (isAgain) await collection.deleteMany({});
    else if ((await collection.findOne({})) !== null)
      throw new OperatorError(`the store holds ${name} already; import into an empty store`);
  }
  await store.meta.updateOne(IMPORT, { $set: { value: resolve(file) } }, { upsert: true });

  const counters = new Map<string, { value: number; created: Date }>();
  /** Ids and times that are given from now on are greater than those of the file, whatever its counters say. */
  const raise = (name: unknown, id: unknown, time: unknown) => {
    const { value, created } = counters.get(String(name)) ?? { value: 0, created: new Date(0) };
    const isLater = time instanceof Date && time > created;
    counters.set(String(name), { value: Math.max(value, Number(id)), created: isLater ? time : created });
  };
  let [into, records, bytes]: [Transferred | undefined, AnyRecord[], number] = [undefined, [], 0];
  const load = async () => {
    // They have been checked against the definition.
    if (into && records.length > 0)
      await store.insertMany(into.collection, records as object[] as SnippetRecord[]);
    [records, bytes] = [[], 0];
  };
  await readChecked(file, targets, async (target, record, size) => {
    if (target !== into || records.length === MOST || bytes >= BYTES) await load();
    into = target;
    bytes += size;
    if (target.name === 'counters') raise(record._id, record.value, record.created);
    else records.push(target.name === 'snippets' ? withTerms(record) : record);
    if (isNumbered(target.definition)) raise(target.name, record._id, record.created);
  });
  await load();
  for (const [_id, counter] of counters) await store.counters.insertOne({ _id, ...counter });
  // The next service with a quota counts anew.
  await store.meta.deleteOne(KEPT);
  await store.meta.deleteOne(IMPORT);
  return imported;
}

/** A snippet has been checked. */
const withTerms = (record: AnyRecord): AnyRecord => ({
  ...record,
  terms: termsOf(record as unknown as SnippetRecord),
});

/**
 * @param use gets each record, and the bytes of its line
 * @throws OperatorError at the first line that cannot be stored, and at the end when the file is not what was written
 */
async function readChecked(
  file: string,
  targets: readonly Transferred[],
  use: (target: Transferred, record: AnyRecord, bytes: number) => Promise<void> | undefined,
): Promise<Imported> {
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  const left = new Map(targets.map((target) => [target.name, target]));
  let [number, fingerprint, end]: [number, string, unknown] = [0, '', undefined];
  let [target, previous]: [Transferred | undefined, AnyRecord | undefined] = [undefined, undefined];
  for await (const line of readLines(file)) {
    const parsed = parse(line);
    number += 1;
    if (number === 1) fingerprint = readHeader(parsed?.export, file);
    else if (parsed && 'end' in parsed) end = parsed.end;
    else {
      hash.update(line).update('\n');
      const { collection, record: given } = parsed ?? {};
      if (collection !== target?.name) {
        target = left.get(String(collection));
        left.delete(String(collection));
        previous = undefined;
      }
      const problem = (what: string) =>
        new OperatorError(`${file} cannot be imported: line ${number}, ${what}`);
      if (parsed === undefined) throw problem('it must be a JSON object');
      if (target === undefined)
        throw problem(
          `"collection" is ${shown(collection)}: it must be one of ${[...left.keys()].join(', ')}`,
        );
      const record = checkRecord(target.definition, given, previous);
      if (typeof record === 'string') throw problem(record);
      counts[target.name] = (counts[target.name] ?? 0) + 1;
      previous = record;
      await use(target, record, line.length);
    }
  }
  if (end === undefined) throw new OperatorError(`${file} is cut off: its last line is missing`);
  const found = { records: counts, sha256: hash.digest('hex') };
  if (!isDeepStrictEqual(end, found))
    throw new OperatorError(`${file} is damaged: its checksum or its counts differ`);
  return { ...found, fingerprint };
}

/** @returns the fingerprint of the SECRET_KEY */
function readHeader(header: unknown, file: string): string {
  if (!isRecord(header) || typeof header.fingerprint !== 'string')
    throw new OperatorError(`${file} is not an export of this service`);
  if (header.version === STORE_VERSION) return header.fingerprint;
  throw new OperatorError(
    `${file} is of version ${header.version}, this release reads ${STORE_VERSION}: use the release that wrote it`,
  );
}

function parse(line: Buffer): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(line.toString('utf8'));
    return isRecord(parsed) ? parsed : undefined;
  } catch (error) {
    // No JSON, or nested so deep that it cannot be read.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Bytes of a line. No record that the service stores takes a tenth of it. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Gives complete lines without their ends. */
async function* readLines(file: string): AsyncGenerator<Buffer> {
  let [begun, bytes]: [Buffer[], number] = [[], 0];
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    let from = 0;
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, at)]);
      [begun, bytes] = [[], 0];
      from = at + 1;
    }
    begun.push(chunk.subarray(from));
    bytes += chunk.length - from;
    if (bytes > LONGEST_LINE) throw new OperatorError(`${file} has a line that no record takes`);
  }
}
