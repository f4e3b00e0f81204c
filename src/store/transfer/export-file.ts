/** The file of an export: a header, a line of JSON for each record, and a last line with the counts and the checksum. */
import { createHash } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { byId } from '../batches.js';
import type { AnyDefinition } from '../definition.js';
import type { Collections } from '../definitions.js';
import { STORE_VERSION } from '../state.js';
import type { Store } from '../store.js';

/** The last line. */
export interface ExportEnd {
  /** How many there are, by collection. */
  readonly records: Readonly<Record<string, number>>;
  /** Of the lines between the first and this one, with their line ends. Equal stores have equal ones. */
  readonly sha256: string;
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
  all(): AsyncIterable<AnyRecord>;
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
    return {
      name,
      definition,
      // Terms follow from the text.
      all: () => byId((range, slice) => collection.find(range, { ...slice, projection: { terms: 0 } })),
      load: (records) => store.insertMany(collection, records as readonly object[] as never[]),
      empty: () => collection.deleteMany({}),
    } satisfies Transferred;
  });
}

/** Characters of one write. */
const CHARACTERS = 1_000_000;

/**
 * The file appears under its name when it is complete; until then it is `FILE.partial`.
 *
 * @param fingerprint tells the SECRET_KEY of the store apart from others, without telling it
 * @throws Error with the code EEXIST when the file exists
 */
export async function writeExport(store: Store, file: string, fingerprint: string): Promise<ExportEnd> {
  const partial = `${file}.partial`;
  // Of an export that was interrupted. Made anew, so that the file has this mode from its first byte.
  await rm(partial, { force: true });
  const draft = await open(partial, 'ax', 0o600);
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  try {
    await draft.appendFile(`${JSON.stringify({ export: { version: STORE_VERSION, fingerprint } })}\n`);
    let lines = '';
    const write = async () => {
      hash.update(lines);
      await draft.appendFile(lines);
      lines = '';
    };
    for (const { name, definition, all } of transferredOf(store)) {
      for await (const record of all()) {
        // Of what expires during a transfer nobody could say whether it is missing.
        if (hasExpired(definition, record)) continue;
        counts[name] = (counts[name] ?? 0) + 1;
        lines += recordLine(name, record);
        if (lines.length > CHARACTERS) await write();
      }
    }
    await write();
    const end: ExportEnd = { records: counts, sha256: hash.digest('hex') };
    await draft.appendFile(`${JSON.stringify({ end })}\n`);
    await draft.sync();
    // A link, unlike a rename, never replaces a file.
    await link(partial, file);
    await rm(partial);
    return end;
  } finally {
    await draft.close();
  }
}

/** Dates are written as MongoDB's EJSON does. The stores keep fields in different orders: equal records are equal lines. */
function recordLine(collection: string, record: AnyRecord): string {
  const fields = Object.entries(record)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [name, value instanceof Date ? { $date: value.toISOString() } : value]);
  return `${JSON.stringify({ collection, record: Object.fromEntries(fields) })}\n`;
}

/** Whether the store may have deleted the record by now (`expireAfterSeconds`). */
function hasExpired({ indexes }: AnyDefinition, record: AnyRecord): boolean {
  return indexes.some(({ key, expireAfterSeconds: seconds }) => {
    const date = record[Object.keys(key)[0] ?? ''];
    return seconds !== undefined && date instanceof Date && date.getTime() + seconds * 1000 <= Date.now();
  });
}
