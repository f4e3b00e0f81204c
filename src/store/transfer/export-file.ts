/** The file of an export: a header, a line of JSON for each record, and a last line with the counts and the checksum. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../../errors/operator-error.js';
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
  readonly collection: Collections['snippets'];
}

/** Facts about the store itself, and what follows from other records. */
const LEFT_OUT = ['meta', 'usage'];
/** What names a user comes before the users, and what has an id before the counters: writes go on meanwhile. */
const [FIRST, LAST] = [['snippets'], ['users', 'counters']];

/** What an export holds, in its order. */
export function transferredOf(store: Store): Transferred[] {
  const apart = [...FIRST, ...LAST, ...LEFT_OUT];
  const others = Object.keys(store.definitions).filter((name) => !apart.includes(name));
  return [...FIRST, ...others.sort(), ...LAST].flatMap((name) => {
    const definition = store.definitions[name];
    // Snippets stand for any collection: whole records go from one store to another as they are.
    const collection = store[name as keyof Collections] as unknown as Collections['snippets'];
    return definition === undefined ? [] : [{ name, definition, collection }];
  });
}

/** Bytes that wait to be written. */
const BUFFERED = 1 << 20;

/**
 * The file appears under its name when it is complete; until then it is `FILE.partial`.
 *
 * @param fingerprint tells the SECRET_KEY of the store apart from others, without telling it
 * @throws Error with the code EEXIST when the file exists
 * @throws OperatorError when a user was deleted meanwhile, whose snippets are in the file
 */
export async function writeExport(store: Store, file: string, fingerprint: string): Promise<ExportEnd> {
  const partial = `${file}.partial`;
  // Of an export that was interrupted. Made anew, so that the file has this mode from its first byte.
  await rm(partial, { force: true });
  const records: Record<string, number> = {};
  /** Names of users, by id, whose snippets have been written, and who have not. */
  const owners = new Map<unknown, unknown>();
  const end = { records, sha256: '' };
  const options = { flags: 'wx', mode: 0o600, flush: true, highWaterMark: BUFFERED };
  await pipeline(
    async function* lines() {
      yield lineOf({ export: { version: STORE_VERSION, fingerprint } });
      const hash = createHash('sha256');
      for (const { name, definition, collection } of transferredOf(store)) {
        // Terms follow from the text.
        const all = byId((range, slice) => collection.find(range, { ...slice, projection: { terms: 0 } }));
        for await (const record of all) {
          // Of what expires during a transfer nobody could say whether it is missing.
          if (hasExpired(definition, record)) continue;
          records[name] = (records[name] ?? 0) + 1;
          if (name === 'snippets' && record.ownerId !== null) owners.set(record.ownerId, record.owner);
          if (name === 'users') owners.delete(record._id);
          const line = lineOf({ collection: name, record: encode(record) });
          hash.update(line);
          yield line;
        }
      }
      const [gone] = owners.values();
      if (gone !== undefined)
        throw new OperatorError(
          `the user ${gone} has snippets and is gone: deleted meanwhile? Run the command again`,
        );
      end.sha256 = hash.digest('hex');
      yield lineOf({ end });
    },
    createWriteStream(partial, options),
  );
  // A link, unlike a rename, never replaces a file.
  await link(partial, file);
  await rm(partial);
  return end;
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

/** Dates are written as MongoDB's EJSON does. The stores keep fields in different orders: equal records are equal lines. */
function encode(record: object): object {
  const fields = Object.entries(record)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [name, value instanceof Date ? { $date: value.toISOString() } : value]);
  return Object.fromEntries(fields);
}

/** Whether the store may have deleted the record by now (`expireAfterSeconds`). */
function hasExpired({ indexes }: AnyDefinition, record: object): boolean {
  return indexes.some(({ key, expireAfterSeconds: seconds }) => {
    const date: unknown = Reflect.get(record, Object.keys(key)[0] ?? '');
    return seconds !== undefined && date instanceof Date && date.getTime() + seconds * 1000 <= Date.now();
  });
}
