/** The file of an export: a header, a line of JSON for each record, and a last line with the counts and the checksum. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { OperatorError } from '../../errors/operator-error.js';
import { isRecord } from '../../is-record.js';
import type { AnyDefinition } from '../definition.js';
import type { Collections } from '../definitions.js';
import { STORE_VERSION } from '../state.js';
import type { Store } from '../store.js';

/** The first line. */
export interface ExportHeader {
  readonly version: number;
  /** Tells the SECRET_KEY of the store apart from others, without telling it. */
  readonly fingerprint: string;
}

/** The last line. */
export interface ExportEnd {
  /** How many there are, by collection. */
  readonly records: Readonly<Record<string, number>>;
  /** Of the lines between the first and this one, with their line ends. Equal stores have equal ones. */
  readonly sha256: string;
}

/** A line of a record. */
export interface RecordLine {
  /** Of the line in the file, from 1. */
  readonly number: number;
  readonly bytes: number;
  readonly collection: string;
  readonly record: unknown;
}

export interface AnyRecord {
  readonly _id: number | string;
  readonly [field: string]: unknown;
}

/** A collection as code needs it that copies all records and looks at none. */
export interface Transferred {
  readonly name: string;
  readonly definition: AnyDefinition;
  /** By ascending id. */
  read(after: number | string | undefined, limit: number): Promise<readonly AnyRecord[]>;
  /** In one large write. */
  load(records: readonly AnyRecord[]): Promise<void>;
  empty(): Promise<unknown>;
}

/** Facts about the store itself. */
const LEFT_OUT = ['meta'];
/** What names a user comes before the users, and what has an id before the counters: writes go on meanwhile. */
const [FIRST, LAST] = [['snippets'], ['users', 'counters']];

/** What an export holds, in its order. */
export function transferredOf(store: Store): Transferred[] {
  const apart = [...FIRST, ...LAST, ...LEFT_OUT];
  const others = Object.keys(store.definitions).filter((name) => !apart.includes(name));
  return [...FIRST, ...others.sort(), ...LAST].flatMap((name) => {
    const definition = store.definitions[name];
    if (definition === undefined) return [];
    // The definitions have the name, and whole records go from one store to another as they are.
    const collection = store[name as keyof Collections] as unknown as Collections['snippets'];
    // Terms follow from the text.
    const options = { sort: { _id: 1 }, projection: { terms: 0 } } as const;
    const least = definition.fields._id === 'integer' ? 0 : '';
    return {
      name,
      definition,
      read: (after = least, limit) =>
        collection.find({ _id: { $gt: after as number } }, { ...options, limit }).toArray(),
      load: (records) => store.insertMany(collection, records as readonly object[] as never[]),
      empty: () => collection.deleteMany({}),
    } satisfies Transferred;
  });
}

export const headerLine = (header: ExportHeader): string => `${JSON.stringify({ export: header })}\n`;
export const endLine = (end: ExportEnd): string => `${JSON.stringify({ end })}\n`;

/** Dates are written as MongoDB's EJSON does. The stores keep fields in different orders: equal records are equal lines. */
export function recordLine(collection: string, record: AnyRecord): string {
  const fields = Object.entries(record)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [name, value instanceof Date ? { $date: value.toISOString() } : value]);
  return `${JSON.stringify({ collection, record: Object.fromEntries(fields) })}\n`;
}

/** @throws OperatorError */
export async function readHeader(file: string): Promise<ExportHeader> {
  for await (const line of readLines(file)) {
    const { export: header } = parseLine(line, file, 1);
    if (!isRecord(header) || typeof header.fingerprint !== 'string') break;
    if (header.version === STORE_VERSION) return { version: STORE_VERSION, fingerprint: header.fingerprint };
    throw new OperatorError(
      `${file} is of version ${header.version}, this release reads ${STORE_VERSION}: use the release that wrote it`,
    );
  }
  throw new OperatorError(`${file} is not an export of this service`);
}

/**
 * Reads all records, whatever they hold, and returns the last line.
 *
 * @throws OperatorError at the end when the file is damaged, cut off or longer than its last line says
 */
export async function* readRecords(file: string): AsyncGenerator<RecordLine, ExportEnd> {
  const hash = createHash('sha256');
  const counts = new Map<string, number>();
  let [number, end]: [number, unknown] = [0, undefined];
  for await (const line of readLines(file)) {
    number += 1;
    if (end !== undefined) throw new OperatorError(`${file} has lines after the one with its checksum`);
    if (number === 1) continue;
    const parsed = parseLine(line, file, number);
    if ('end' in parsed) {
      end = parsed.end;
      continue;
    }
    hash.update(line).update('\n');
    const { collection, record } = parsed;
    if (typeof collection !== 'string')
      throw new OperatorError(`${file}, line ${number}: it must have "collection" and "record"`);
    counts.set(collection, (counts.get(collection) ?? 0) + 1);
    yield { number, bytes: line.length, collection, record };
  }
  if (end === undefined) throw new OperatorError(`${file} is cut off: its last line is missing`);
  const found = { records: Object.fromEntries(counts), sha256: hash.digest('hex') };
  if (!isDeepStrictEqual(end, found))
    throw new OperatorError(`${file} is damaged: its checksum or its counts differ`);
  return found;
}

function parseLine(line: Buffer, file: string, number: number): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(line.toString('utf8'));
    if (isRecord(parsed)) return parsed;
  } catch (error) {
    // No JSON, or nested so deep that it cannot be read.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
  }
  if (number === 1) throw new OperatorError(`${file} is not an export of this service`);
  throw new OperatorError(`${file}, line ${number}: it must be a JSON object`);
}

/** Bytes of a line. No record that the service stores takes a tenth of it. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Gives complete lines without their ends. */
async function* readLines(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    let [begun, length]: [Buffer[], number] = [[], 0];
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })) {
      let from = 0;
      for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
        begun.push(chunk.subarray(from, at));
        yield Buffer.concat(begun);
        [begun, length] = [[], 0];
        from = at + 1;
      }
      begun.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > LONGEST_LINE) throw new OperatorError(`${file} has a line that no record takes`);
    }
  } finally {
    await handle.close();
  }
}
